import { Link, type LinkProps, useLocation } from '@tanstack/react-router';
import { type PageFamily, SITE_PAGES } from '@/domain/content/site-pages';
import { usePageExists } from '@/domain/content/use-page-exists';
import { useCurrentInView } from '@/shared/hooks/use-current-in-view';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';

const TITLES = {
  shop: 'nav.allProducts',
  company: 'footer.company',
  help: 'footer.help',
  investor: 'page.investor',
} as const;

const CURRENT =
  'font-semibold max-lg:bg-ink max-lg:text-on-ink max-lg:dark:bg-action max-lg:dark:text-on-action lg:bg-action-soft-2 lg:text-link';
const OTHER =
  'font-medium hover:bg-surface-3 max-lg:bg-surface max-lg:inset-ring max-lg:inset-ring-line';

/** Links to the related pages: a column on desktops, a row of pills on phones. */
export function PageNav({ family }: { family: PageFamily }) {
  const t = useT();
  const path = useLocation({ select: ({ pathname }) => pathname.replace(/\/$/, '') });
  const row = useCurrentInView(path);
  const has = usePageExists();
  const pages = SITE_PAGES[family].filter(([to]) => has(to));

  return (
    <nav
      aria-label={t('content.pagesOf', { family: t(TITLES[family]) })}
      className="min-w-0 max-lg:mb-4"
    >
      <p className="mb-1 px-3 text-xs font-semibold text-text-3 max-lg:hidden" aria-hidden>
        {t(TITLES[family])}
      </p>
      <ul
        ref={row}
        className="no-scrollbar bleed flex gap-2 overflow-x-auto py-1 lg:sticky lg:top-[calc(var(--header-h)+1rem)] lg:mx-0 lg:grid lg:gap-0.5 lg:px-0"
      >
        {pages.map(([to, label]) => {
          const isCurrent = to === path || (to === '/blogs/news' && path.startsWith('/blogs/news'));
          return (
            <li key={to} className="flex-none">
              <Link
                to={to as LinkProps['to']}
                activeOptions={{ exact: true }}
                aria-current={isCurrent ? 'page' : undefined}
                className={cx(
                  'flex min-h-11 items-center text-sm leading-head whitespace-nowrap max-lg:rounded-full max-lg:px-4 lg:rounded-md lg:px-3 lg:whitespace-normal',
                  isCurrent ? CURRENT : OTHER,
                )}
              >
                {t(label)}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
