import type { LineProduct } from '@/domain/catalog/line-product';
import type { components } from '@/shared/api/schema';

/** A line as the API returns it. Its `version` is incremented with every change, on any device. */
export type CartLine = components['schemas']['CartLine'];

/** The cart as the API returns it. `count` is the number of units; the storefront counts lines. */
export type Cart = components['schemas']['Cart'];

export const EMPTY_CART: Cart = { version: 0, count: 0, total: 0, lines: [] };

export const isBuyable = ({ state }: Pick<CartLine, 'state'>) =>
  state === 'ok' || state === 'insufficient_stock';

export const findLine = (cart: Cart | undefined, proId: number) =>
  cart?.lines.find((line) => line.pro_id === proId);

/** The cart with other lines and recomputed totals. */
export function withLines(cart: Cart, lines: CartLine[]): Cart {
  return {
    ...cart,
    lines,
    count: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    total: lines.reduce((sum, { total }) => sum + total, 0),
  };
}

/** The cart with another quantity in one line; 0 removes the line. */
export function withQuantity(cart: Cart, proId: number, quantity: number): Cart {
  return withLines(
    cart,
    cart.lines.flatMap((line) => {
      if (line.pro_id !== proId) return line;
      if (quantity <= 0) return [];
      const isEnough = line.state === 'insufficient_stock' && quantity <= line.stock;
      const state = isEnough ? 'ok' : line.state;
      return { ...line, quantity, state, total: line.price * quantity };
    }),
  );
}

/** The cart with `quantity` more of a product, in its line or in a new one. */
export function withMore(cart: Cart, product: LineProduct, quantity: number): Cart {
  const line = findLine(cart, product.pro_id);
  if (line) return withQuantity(cart, product.pro_id, line.quantity + quantity);
  const added: CartLine = {
    ...product,
    quantity,
    version: 0,
    price_was: null,
    state: 'ok',
    total: product.price * quantity,
  };
  return withLines(cart, [...cart.lines, added]);
}
