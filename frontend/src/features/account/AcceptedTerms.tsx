import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { usePageExists } from '@/domain/content/use-page-exists';
import { useT } from '@/shared/i18n/language-context';

const PAGES = [
  ['/terms', 'page.terms'],
  ['/privacy-policy', 'page.privacy'],
] as const;

/** Links to the terms that a customer accepts by registering. Pages that the merchant has not written are left out. */
export function AcceptedTerms() {
  const t = useT();
  const has = usePageExists();
  const pages = PAGES.filter(([to]) => has(to));
  if (pages.length === 0) return null;
  return (
    <p className="text-xs text-text-3">
      {t('register.terms')}{' '}
      {pages.map(([to, label], index) => (
        <Fragment key={to}>
          {index > 0 && ', '}
          <Link to={to} className="font-semibold text-link underline-offset-4 hover:underline">
            {t(label)}
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
