import { Link } from '@tanstack/react-router';
import { MapPinOff } from 'lucide-react';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState } from '@/shared/ui/PageStates';

/** Page of an address that does not exist, or not for this user. */
export function NotFoundPage() {
  const t = useT();
  usePageTitle(t('notFound.title'), { isHidden: true });
  return (
    <div className="wrap py-8">
      <EmptyState
        headingLevel="h1"
        icon={MapPinOff}
        tint="clay"
        title={t('notFound.title')}
        text={t('notFound.text')}
        actions={
          <>
            <Link to="/" className={buttonStyle('primary')}>
              {t('nav.toHome')}
            </Link>
            <Link to="/shop" className={buttonStyle('outline')}>
              {t('nav.allProducts')}
            </Link>
          </>
        }
      />
    </div>
  );
}
