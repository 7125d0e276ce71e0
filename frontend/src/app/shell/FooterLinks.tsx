import { Link } from '@tanstack/react-router';
import { usePageExists } from '@/domain/content/use-page-exists';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';

const GROUPS = [
  {
    title: 'footer.help',
    links: [
      ['/helpcenter', 'page.helpcenter'],
      ['/service', 'page.service'],
      ['/terms', 'page.terms'],
      ['/privacy-policy', 'page.privacy'],
      ['/sitemap', 'page.sitemap'],
    ],
  },
  {
    title: 'footer.company',
    links: [
      ['/about', 'page.about'],
      ['/blogs/news', 'page.news'],
      ['/career', 'page.career'],
      ['/investor', 'page.investor'],
      ['/contact', 'page.contact'],
    ],
  },
] as const satisfies { title: MessageKey; links: (readonly [string, MessageKey])[] }[];

export function FooterLinks() {
  const t = useT();
  const has = usePageExists();
  const groups = GROUPS.map(({ title, links }) => ({
    title,
    links: links.filter(([to]) => has(to)),
  })).filter(({ links }) => links.length > 0);
  return groups.map((group) => (
    <nav key={group.title} aria-label={t(group.title)}>
      <h3 className="mt-2 text-md text-on-ink">{t(group.title)}</h3>
      <ul>
        {group.links.map(([to, label]) => (
          <li key={to}>
            <Link to={to} className="flex min-h-11 items-center rounded-xs hover:text-on-ink">
              {t(label)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  ));
}
