import { useLocation } from '@tanstack/react-router';
import { type ComponentType, lazy, useState } from 'react';
import { finderPlace } from '@/features/branches/finder-place';
import { withBuyingTexts, withTexts } from '@/language/texts';
import { usePrompt } from '@/session/prompt';
import { useDrawer } from '@/ui/drawer';
import { useToasts } from '@/ui/toast';
import { ShellPart } from './ShellPart';

const loadCart = () => withBuyingTexts(import('@/features/cart/CartDrawer'));
const loadWishlist = () => withBuyingTexts(import('@/features/wishlist/WishlistDrawer'));
const CartDrawer = lazy(() => loadCart().then((module) => ({ default: module.CartDrawer })));
const WishlistDrawer = lazy(() =>
  loadWishlist().then((module) => ({ default: module.WishlistDrawer })),
);
const LoginPrompt = lazy(() =>
  withBuyingTexts(import('@/features/session/LoginPrompt')).then((module) => ({
    default: module.LoginPrompt,
  })),
);
const Toasts = lazy(() =>
  withBuyingTexts(import('@/ui/Toasts')).then((module) => ({ default: module.Toasts })),
);

const loadPhotoSearch = () => withTexts('photo', import('@/features/image-search/ImageSearch'));
const ImageSearch = lazy(() =>
  loadPhotoSearch().then((module) => ({ default: module.ImageSearch })),
);

const loadFinder = () => withTexts('branches', import('@/features/branches/BranchFinder'));
const BranchFinder = lazy(() => loadFinder().then((module) => ({ default: module.BranchFinder })));

/** Fetches a drawer's code when a press is likely. */
export const hintCart = () => void loadCart();
export const hintWishlist = () => void loadWishlist();
export const hintPhotoSearch = () => void loadPhotoSearch();
export const hintFinder = () => void loadFinder();

/** What lies over the page: each comes with its first use, and stays. */
export function Overlays() {
  const drawer = useDrawer();
  const needsCart = useOnceTrue(drawer === 'cart');
  const needsWishlist = useOnceTrue(drawer === 'wishlist');
  const needsFinder = useOnceTrue(
    useLocation({ select: ({ hash }) => finderPlace(hash) !== undefined }),
  );
  const needsPhoto = useOnceTrue(useLocation({ select: ({ state }) => state.photo !== undefined }));
  const needsPrompt = useOnceTrue(usePrompt());
  const needsToasts = useOnceTrue(useToasts().length > 0);
  return (
    <>
      {needsCart && <Part of={CartDrawer} />}
      {needsWishlist && <Part of={WishlistDrawer} />}
      {needsFinder && <Part of={BranchFinder} />}
      {needsPhoto && <Part of={ImageSearch} />}
      {needsPrompt && <Part of={LoginPrompt} />}
      {needsToasts && <Part of={Toasts} />}
    </>
  );
}

function Part({ of: Overlay }: { of: ComponentType }) {
  return (
    <ShellPart height="hidden">
      <Overlay />
    </ShellPart>
  );
}

function useOnceTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue;
}
