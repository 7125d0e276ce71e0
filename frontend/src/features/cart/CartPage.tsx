import { Link } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { useRef, useState } from 'react';
import { useCart } from '@/domain/cart/use-cart';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { Amount } from '@/domain/catalog/Price';
import { useSession } from '@/domain/session/session';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { DeleteAllButton } from '@/shared/ui/DeleteAllButton';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { RowListSkeleton } from '@/shared/ui/RowListSkeleton';
import { splitStyle } from '@/shared/ui/split-style';
import { CartEmpty } from './CartEmpty';
import { CartItem } from './CartItem';
import { CartTotal } from './CartTotal';
import { SyncNote } from './SyncNote';
import { useGoToCheckout } from './use-go-to-checkout';

export function CartPage() {
  const t = useT();
  const { status } = useSession();
  const { cart, count, isPending, error, refetch } = useCart();
  const actions = useCartActions();
  const checkout = useGoToCheckout();
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(t('cart.title'));

  return (
    <div className="wrap py-6 lg:py-8">
      <div className="flex min-h-11 items-center gap-2">
        <h1 ref={heading} tabIndex={-1} className="me-auto text-xl outline-0 lg:text-2xl">
          {t('cart.title')}
          {count > 0 && <span className="num ms-2 font-normal text-text-3">({count})</span>}
        </h1>
        {count > 0 && <DeleteAllButton isAsking={isAsking} onAsk={() => setAsking(!isAsking)} />}
      </div>
      {isAsking && count > 0 && (
        <ConfirmBar
          question={t('cart.clearConfirm')}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void actions.clear();
            heading.current?.focus();
          }}
        />
      )}
      <SyncNote />
      {error && <ErrorState error={error} onRetry={refetch} />}
      {isPending && <RowListSkeleton foot="h-11 w-33 rounded-md" />}
      {status === 'visitor' && <VisitorNote />}
      {status !== 'visitor' && !error && !isPending && count === 0 && <CartEmpty />}
      {count > 0 && (
        <div className={splitStyle}>
          <ul className="border-t border-line">
            {cart.lines.map((line) => (
              <CartItem key={line.pro_id} line={line} headingLevel="h2" />
            ))}
          </ul>
          <section className="rounded-xl bg-surface p-5 inset-ring inset-ring-line split:sticky split:top-[calc(var(--header-h)+1rem)]">
            <CartTotal cart={cart} />
            {/* On a phone the sum and the button stay at the bottom of the window. */}
            <div className="buy-bar flex items-center gap-3 split:mt-4">
              <p aria-hidden className="flex-none text-xs text-text-3 split:hidden">
                {t('cart.total')}
                <Amount value={cart.total} className="num block text-lg text-text" />
              </p>
              <Button
                size="l"
                className="min-w-0 flex-1"
                isLoading={checkout.isGoing}
                onClick={checkout.go}
              >
                {t('cart.checkout')}
              </Button>
            </div>
            <Link to="/shop" className={buttonStyle('ghost', 'm', 'mt-1 w-full')}>
              {t('wishlist.continue')}
            </Link>
          </section>
        </div>
      )}
    </div>
  );
}

function VisitorNote() {
  const t = useT();
  return (
    <EmptyState
      icon={ShoppingCart}
      tint="turmeric"
      title={t('cart.loginTitle')}
      text={t('cart.loginText')}
      actions={
        <>
          <Link
            to="/account/login"
            search={{ redirect: '/cart' }}
            className={buttonStyle('primary')}
          >
            {t('session.login')}
          </Link>
          <Link to="/shop" className={buttonStyle('outline')}>
            {t('hero.shop')}
          </Link>
        </>
      }
    />
  );
}
