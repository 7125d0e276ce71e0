import { useLocation } from '@tanstack/react-router';
import { useState } from 'react';
import { parseFinderHash } from '@/domain/branches/finder-hash';
import { useDrawer } from '@/domain/cart/drawer';
import { usePrompt } from '@/domain/session/login-prompt';
import { withBuyingMessages, withMessages } from '@/shared/i18n/load-messages';
import { lazyOverlay } from '@/shared/ui/lazy-overlay';
import { useToasts } from '@/shared/ui/toast';

const CartDrawer = lazyOverlay(() =>
  withBuyingMessages(import('@/features/cart/CartDrawer')).then((module) => module.CartDrawer),
);
const WishlistDrawer = lazyOverlay(() =>
  withBuyingMessages(import('@/features/wishlist/WishlistDrawer')).then(
    (module) => module.WishlistDrawer,
  ),
);
const LoginPrompt = lazyOverlay(() =>
  withBuyingMessages(import('@/features/account/sign-in-pages')).then(
    (module) => module.LoginPrompt,
  ),
);
const Toasts = lazyOverlay(() =>
  withBuyingMessages(import('@/shared/ui/Toasts')).then((module) => module.Toasts),
);
const ImageSearch = lazyOverlay(() =>
  withMessages('imageSearch', import('@/features/image-search/ImageSearch')).then(
    (module) => module.ImageSearch,
  ),
);
const StaleOverlayEntries = lazyOverlay(() =>
  import('@/shared/hooks/use-back-closes').then((module) => module.StaleOverlayEntries),
);
const BranchFinder = lazyOverlay(() =>
  withMessages('branches', import('@/features/branches/BranchFinder')).then(
    (module) => module.BranchFinder,
  ),
);

/** Preloads the code of a drawer or dialog. */
export const preloadCart = CartDrawer.hint;
export const preloadWishlist = WishlistDrawer.hint;
export const preloadImageSearch = ImageSearch.hint;
export const preloadFinder = BranchFinder.hint;

/** Drawers and dialogs above the page. Each loads with its first use and stays mounted. */
export function Overlays() {
  const drawer = useDrawer();
  const needsCart = useOnceTrue(drawer === 'cart');
  const needsWishlist = useOnceTrue(drawer === 'wishlist');
  const needsFinder = useOnceTrue(
    useLocation({ select: ({ hash }) => parseFinderHash(hash) !== undefined }),
  );
  const needsImage = useOnceTrue(useLocation({ select: ({ state }) => state.image !== undefined }));
  const needsEntries = useOnceTrue(
    useLocation({ select: ({ state }) => state.overlay !== undefined }),
  );
  const needsPrompt = useOnceTrue(usePrompt());
  const needsToasts = useOnceTrue(useToasts().length > 0);
  return (
    <>
      {needsCart && <CartDrawer />}
      {needsWishlist && <WishlistDrawer />}
      {needsFinder && <BranchFinder />}
      {needsImage && <ImageSearch />}
      {needsEntries && <StaleOverlayEntries />}
      {needsPrompt && <LoginPrompt />}
      {needsToasts && <Toasts />}
    </>
  );
}

function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue;
}
