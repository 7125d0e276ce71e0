import { Link } from '@tanstack/react-router';
import { Heart } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { openDrawer, useDrawer } from '@/domain/cart/drawer';
import { useWishlist } from '@/domain/wishlist/use-wishlist';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { ConfirmBar } from '@/shared/ui/ConfirmBar';
import { DeleteAllButton } from '@/shared/ui/DeleteAllButton';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { RowListSkeleton } from '@/shared/ui/RowListSkeleton';
import { Sheet } from '@/shared/ui/Sheet';
import { SheetFooter } from '@/shared/ui/SheetFooter';
import { SheetHeader } from '@/shared/ui/SheetHeader';
import { useFreshItems } from './use-fresh-items';
import { useWishlistActions } from './use-wishlist-actions';
import { WishlistRow } from './WishlistRow';

const close = () => openDrawer(null);

/** Wishlist drawer. A visitor's wishlist is stored in this browser. */
export function WishlistDrawer() {
  const t = useT();
  const isOpen = useDrawer() === 'wishlist';
  const { items, isVisitor, isPending, error, refetch } = useWishlist();
  const shown = useFreshItems(items, isOpen && isVisitor);
  const { isClearing, isAddingAll, clear, addAll } = useWishlistActions(useAppContext());
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const count = items.length;
  useBackCloses(isOpen, close);

  useEffect(() => {
    if (!isOpen) setAsking(false);
  }, [isOpen]);

  return (
    <Sheet
      isOpen={isOpen}
      onOpenChange={(next) => !next && isOpen && close()}
      side="end"
      label={t('wishlist.title')}
      className="w-[min(100%,550px)]!"
    >
      <SheetHeader title={t('wishlist.title')} count={count} onClose={close}>
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
              question={t('wishlist.clearConfirm')}
              isBusy={isClearing}
              onCancel={() => setAsking(false)}
              onConfirm={async () => {
                await clear();
                setAsking(false);
                list.current?.focus();
              }}
            />
          </div>
        )}
        {error && count === 0 && <ErrorState error={error} onRetry={refetch} />}
        {isPending && count === 0 && <RowListSkeleton foot="h-6 w-1/4 rounded-sm" />}
        {!error && !isPending && count === 0 && (
          <EmptyState
            icon={Heart}
            tint="clay"
            title={t('wishlist.empty')}
            text={t('wishlist.emptyText')}
            actions={
              <Link to="/shop" onClick={close} className={buttonStyle('primary')}>
                {t('hero.shop')}
              </Link>
            }
          />
        )}
        <ul>
          {shown.map((item) => (
            <WishlistRow key={item.pro_id} item={item} onFollow={close} />
          ))}
        </ul>
      </div>
      {count > 0 && (
        <SheetFooter>
          <div className="flex gap-2.5">
            <Link to="/shop" onClick={close} className={buttonStyle('outline', 'l')}>
              {t('wishlist.continue')}
            </Link>
            <Button
              size="l"
              className="min-w-0 flex-1 px-3!"
              isLoading={isAddingAll}
              onClick={addAll}
            >
              {t('wishlist.addAll')}
            </Button>
          </div>
        </SheetFooter>
      )}
    </Sheet>
  );
}
