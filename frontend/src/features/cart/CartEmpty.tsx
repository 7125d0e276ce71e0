import { Link } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { currentReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState } from '@/shared/ui/PageStates';

/** Empty cart. A visitor gets a login link, because the account may have a cart. */
export function CartEmpty({ onFollow }: { onFollow?: () => void }) {
  const t = useT();
  const { status } = useSession();
  return (
    <EmptyState
      icon={ShoppingCart}
      tint="turmeric"
      title={t('cart.empty')}
      text={t('cart.emptyText')}
      actions={
        <>
          <Link to="/shop" onClick={onFollow} className={buttonStyle('primary')}>
            {t('hero.shop')}
          </Link>
          {status === 'visitor' && (
            <Link
              to="/account/login"
              search={{ redirect: currentReturnPath() }}
              onClick={onFollow}
              className={buttonStyle('outline')}
            >
              {t('session.login')}
            </Link>
          )}
        </>
      }
    />
  );
}
