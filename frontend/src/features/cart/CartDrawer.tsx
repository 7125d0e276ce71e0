import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { openDrawer, useDrawer } from '@/domain/cart/drawer';
import { useCart } from '@/domain/cart/use-cart';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { DeleteAllButton } from '@/shared/ui/DeleteAllButton';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { RowListSkeleton } from '@/shared/ui/RowListSkeleton';
import { Sheet } from '@/shared/ui/Sheet';
import { SheetFooter } from '@/shared/ui/SheetFooter';
import { SheetHeader } from '@/shared/ui/SheetHeader';
import { CartEmpty } from './CartEmpty';
import { CartItem } from './CartItem';
import { CartTotal } from './CartTotal';
import { SyncNote } from './SyncNote';
import { useGoToCheckout } from './use-go-to-checkout';

const close = () => openDrawer(null);

/** Cart drawer: change lines, remove them, and continue to the checkout. */
export function CartDrawer() {
  const t = useT();
  const isOpen = useDrawer() === 'cart';
  const { cart, count, isPending, error, refetch } = useCart();
  const actions = useCartActions();
  const checkout = useGoToCheckout();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  useBackCloses(isOpen, close);

  useEffect(() => {
    if (!isOpen) setAsking(false);
  }, [isOpen]);

  const clear = () => {
    setAsking(false);
    void actions.clear();
    list.current?.focus();
  };

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(next) => !next && isOpen && close()}
      side="end"
      label={t('cart.title')}
      className="w-[min(100%,550px)]!"
    >
      <SheetHeader title={t('cart.title')} count={count} onClose={close}>
        {count > 0 && <DeleteAllButton isAsking={isAsking} onAsk={() => setAsking(!isAsking)} />}
      </SheetHeader>
      <div
        ref={list}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-auto overscroll-contain px-5 outline-0"
      >
        {isAsking && count > 0 && (
          <div className="mt-4">
            <ConfirmBar
              question={t('cart.clearConfirm')}
              onCancel={() => setAsking(false)}
              onConfirm={clear}
            />
          </div>
        )}
        <SyncNote />
        {error && <ErrorState error={error} onRetry={refetch} />}
        {isPending && <RowListSkeleton foot="h-11 w-33 rounded-md" />}
        {!error && !isPending && count === 0 && <CartEmpty onFollow={close} />}
        <ul>
          {cart.lines.map((line) => (
            <CartItem key={line.pro_id} line={line} onFollow={close} />
          ))}
        </ul>
      </div>
      {count > 0 && (
        <SheetFooter>
          <CartTotal cart={cart} />
          {checkout.place === 'checkout' && (
            <p className="mt-2.5 text-xs text-text-3">
              <LocalizedText>{t('cart.updateCheckoutNote')}</LocalizedText>
            </p>
          )}
          <div className="mt-3 flex gap-2.5">
            <Link to="/cart" onClick={close} className={buttonStyle('outline', 'l')}>
              {t('cart.view')}
            </Link>
            <Button size="l" className="flex-1" isLoading={checkout.isGoing} onClick={checkout.go}>
              {t(checkout.place === 'checkout' ? 'cart.updateCheckout' : 'cart.checkout')}
            </Button>
          </div>
        </SheetFooter>
      )}
    </Sheet>
  );
}
