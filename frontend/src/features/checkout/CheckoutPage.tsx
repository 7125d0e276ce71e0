import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { readBuyNow } from '@/cart/buy-now';
import { useCart } from '@/cart/use-cart';
import { usePageTitle } from '@/head/page-title';
import { useT } from '@/language/context';
import { CheckoutSteps } from '@/order/CheckoutSteps';
import { CustomerOnly } from '@/session/CustomerOnly';
import { Skeleton } from '@/ui/Skeleton';
import { ErrorState } from '@/ui/states';
import { openAttempt } from './attempt';
import { CheckoutForm } from './CheckoutForm';
import { customerMark } from './draft';
import { NothingToBuy } from './NothingToBuy';

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

/** An order whose answer was lost is finished first: by now the cart may be empty because of it. */
function Checkout({ isBuyNow }: { isBuyNow: boolean }) {
  const [attempt] = useState(() => openAttempt(customerMark()));
  const [buyNow] = useState(() => (isBuyNow ? readBuyNow() : null));
  const { count, isPending, error, refetch } = useCart();
  if (attempt) return <CheckoutForm buyNow={buyNow} resume={attempt} />;
  if (isBuyNow) return buyNow ? <CheckoutForm buyNow={buyNow} /> : <NothingToBuy />;
  if (isPending) return <CheckoutPending />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  // An order that is under way empties the cart, which another voice of the shop may tell before the answer does.
  if (count === 0 && !openAttempt(customerMark())) return <NothingToBuy />;
  return <CheckoutForm buyNow={null} />;
}

function CheckoutPending() {
  const t = useT();
  return (
    <div
      role="status"
      aria-label={t('state.loading')}
      className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_400px] lg:gap-10"
    >
      <div className="grid gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-16 rounded-md" />
        <Skeleton className="h-16 rounded-md" />
        <Skeleton className="h-40 rounded-md" />
      </div>
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
