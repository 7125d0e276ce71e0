import { Link } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState } from '@/shared/ui/PageStates';

/** Checkout page without anything to buy. */
export function NothingToBuy() {
  const t = useT();
  return (
    <div role="alert">
      <EmptyState
        icon={ShoppingCart}
        tint="turmeric"
        title={t('cart.empty')}
        actions={
          <Link to="/shop" className={buttonStyle('primary')}>
            {t('nav.allProducts')}
          </Link>
        }
      />
    </div>
  );
}
