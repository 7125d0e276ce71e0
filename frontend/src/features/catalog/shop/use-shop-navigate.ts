import { useNavigate } from '@tanstack/react-router';
import type { ProductListParams } from './product-list-params';

/** The heading of the list: what a change of filters scrolls back to, and where the focus goes when a chip is gone. */
export const SHOP_TITLE_ID = 'shop-title';

/** Moves to another list. The page stays where it is, unless the list's beginning has left the screen. */
export function useShopNavigate(): (search: ProductListParams, replace?: boolean) => void {
  const navigate = useNavigate();
  return async (search, replace) => {
    await navigate({ to: '/shop', search, replace, resetScroll: false });
    const title = document.getElementById(SHOP_TITLE_ID);
    if (title && title.getBoundingClientRect().top < 0) title.scrollIntoView();
  };
}

export function focusShopTitle(): void {
  document.getElementById(SHOP_TITLE_ID)?.focus({ preventScroll: true });
}
