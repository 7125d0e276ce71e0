import type { Product } from '@/shared/api/types';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';

export type WishlistItem = {
  pro_id: number;
  pro_name_la: string;
  pro_name_en: string;
  pro_img_cover: string;
  price: number | null;
  product_price1: number | null;
  stock: number | null;
  unit_name_la: string;
  unit_name_en: string;
  in_cart: boolean;
};

/** Maximum items of a customer's wishlist on the server. */
export const MAX_ITEMS = 200;

/** Wishlist of a visitor: stored in this browser until login adds it to the account's. */
const VISITOR_KEY = 'heuan_wishlist';
/** Last known wishlist of the customer, for the hearts before the first response. */
const CUSTOMER_KEY = 'heuan_wishlist_seen';

export type WishlistOwner = 'visitor' | 'customer';

const keyOf = (owner: WishlistOwner) => (owner === 'visitor' ? VISITOR_KEY : CUSTOMER_KEY);

export function readStoredWishlist(owner: WishlistOwner): WishlistItem[] {
  const items = readLocal<unknown>(keyOf(owner));
  return Array.isArray(items) ? items.filter(isItem).slice(0, MAX_ITEMS) : [];
}

export function storeWishlist(owner: WishlistOwner, items: WishlistItem[]): void {
  if (items.length === 0) removeLocal(keyOf(owner));
  else writeLocal(keyOf(owner), items);
}

function isItem(item: unknown): item is WishlistItem {
  return (
    typeof item === 'object' && item !== null && Number.isSafeInteger((item as WishlistItem).pro_id)
  );
}

export function wishlistItem(
  product: Pick<Product, Exclude<keyof WishlistItem, 'in_cart'>>,
): WishlistItem {
  return {
    pro_id: product.pro_id,
    pro_name_la: product.pro_name_la,
    pro_name_en: product.pro_name_en,
    pro_img_cover: product.pro_img_cover,
    price: product.price,
    product_price1: product.product_price1,
    stock: product.stock,
    unit_name_la: product.unit_name_la,
    unit_name_en: product.unit_name_en,
    in_cart: false,
  };
}

/** Adds an item at the start; an existing item keeps its position. */
export function withItem(items: WishlistItem[], item: WishlistItem): WishlistItem[] {
  return items.some(({ pro_id }) => pro_id === item.pro_id) ? items : [item, ...items];
}

export function withoutItem(items: WishlistItem[], proId: number): WishlistItem[] {
  return items.filter(({ pro_id }) => pro_id !== proId);
}
