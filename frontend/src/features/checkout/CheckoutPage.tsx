import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { readBuyNow } from '@/domain/cart/buy-now';
import { useCart } from '@/domain/cart/use-cart';
import { CheckoutSteps } from '@/domain/orders/CheckoutSteps';
import { CustomerOnly } from '@/domain/session/CustomerOnly';
import { useSession } from '@/domain/session/session';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { ErrorState } from '@/shared/ui/PageStates';
import { CheckoutForm } from './CheckoutForm';
import { CheckoutPending } from './CheckoutPending';
import { customerDigest } from './checkout-draft';
import { NameForm } from './NameForm';
import { NothingToBuy } from './NothingToBuy';
import { openAttempt } from './order-attempt';

const route = getRouteApi('/checkout');

export function CheckoutPage() {
  const t = useT();
  const isBuyNow = route.useSearch({ select: ({ buyNow }) => buyNow === true });
  usePageTitle(t('checkout.title'));
  return (
    <div className="wrap pb-10">
      <CheckoutSteps step={2} />
      <h1 className="sr-only">{t('checkout.title')}</h1>
      <CustomerOnly pending={<CheckoutPending />}>
        <Checkout key={String(isBuyNow)} isBuyNow={isBuyNow} />
      </CustomerOnly>
    </div>
  );
}

/** Completes an order whose response was lost first, because that order may already have emptied the cart. */
function Checkout({ isBuyNow }: { isBuyNow: boolean }) {
  const [attempt] = useState(() => openAttempt(customerDigest()));
  const [buyNow] = useState(() => (isBuyNow ? readBuyNow() : null));
  const [isBegun, setBegun] = useState(false);
  const { count, isPending, error, refetch } = useCart();
  const { user } = useSession();
  if (count > 0 && !isBegun) setBegun(true);
  if (user && `${user.fname}${user.lname}`.trim() === '') return <NameForm user={user} />;
  if (attempt) return <CheckoutForm buyNow={buyNow} resume={attempt} />;
  if (isBuyNow) return buyNow ? <CheckoutForm buyNow={buyNow} /> : <NothingToBuy />;
  if (isPending) return <CheckoutPending />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  // Later the form decides: its own order empties the cart, maybe before the order's response arrives.
  if (count === 0 && !isBegun) return <NothingToBuy />;
  return <CheckoutForm buyNow={null} isCartEmpty={count === 0} />;
}
