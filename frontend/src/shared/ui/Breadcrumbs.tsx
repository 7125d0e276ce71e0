import { Link, type LinkProps } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { LocalText } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from './Icon';
import { LocalizedText } from './LocalizedText';

export type Crumb = { label: string; link: LinkProps };

/** Breadcrumbs: home, the path, and the current page, which is not a link. */
export function Breadcrumbs({
  trail = [],
  current,
}: {
  trail?: Crumb[];
  current: string | LocalText;
}) {
  const t = useT();
  const crumbs: Crumb[] = [{ label: t('nav.home'), link: { to: '/' } }, ...trail];
  return (
    <nav aria-label={t('nav.breadcrumbs')}>
      <ol className="flex min-h-(--tap) items-center gap-1 overflow-hidden text-xs whitespace-nowrap text-text-3">
        {crumbs.map((crumb) => (
          <li
            key={crumb.label}
            className="flex max-w-[60%] min-w-0 items-center gap-1 first:flex-none"
          >
            <Link
              {...crumb.link}
              className="inline-flex min-h-(--tap) min-w-0 items-center hover:text-link"
            >
              <span className="truncate">
                <LocalizedText>{crumb.label}</LocalizedText>
              </span>
            </Link>
            <Icon of={ChevronRight} size="s" className="flip" />
          </li>
        ))}
        <li className="min-w-0 truncate font-semibold text-text" aria-current="page">
          <LocalizedText>{current}</LocalizedText>
        </li>
      </ol>
    </nav>
  );
}
