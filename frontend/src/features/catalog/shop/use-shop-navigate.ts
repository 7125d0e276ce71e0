import { useNavigate } from '@tanstack/react-router';
import type { ProductListParams } from './product-list-params';

/**
 * Id of the list's heading. The page scrolls to it after a change of filters, and it receives the focus of a removed
 * chip.
 */
export const SHOP_TITLE_ID = 'shop-title';

/** Navigates to another list. The scroll position stays, unless the beginning of the list is above the screen. */
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
