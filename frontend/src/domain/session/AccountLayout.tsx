import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';

const tab =
  'inline-flex min-h-(--tap) flex-none items-center border-b-2 border-transparent px-1 text-sm font-semibold text-text-2 data-[status=active]:border-action data-[status=active]:text-link';

/** Layout of the account pages, with links to the other account pages. */
export function AccountLayout({ title, children }: { title: string; children: ReactNode }) {
  const t = useT();
  return (
    <div className="wrap py-4 lg:py-6">
      <nav aria-label={t('session.account')} className="mb-4 flex gap-5 border-b border-line">
        <Link to="/account/profile" className={tab}>
          {t('session.account')}
        </Link>
        <Link to="/account/orders" className={tab}>
          {t('session.orders')}
        </Link>
      </nav>
      <h1 className="mb-4 text-xl lg:text-2xl">
        <LocalizedText>{title}</LocalizedText>
      </h1>
      {children}
    </div>
  );
}
