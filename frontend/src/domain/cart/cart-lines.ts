import type { LineProduct } from '@/domain/catalog/line-product';

export type LineState = 'ok' | 'insufficient_stock' | 'out_of_stock' | 'not_for_sale';

export type CartLine = LineProduct & {
  quantity: number;
  /** Incremented with every change of the line, on any device. */
  version: number;
  /** Previous price, if it has changed since the customer last saw it. */
  price_was: number | null;
  state: LineState;
  /** In kip; 0 when the product is not for sale. */
  total: number;
};

/** The cart as the API returns it. `count` is the number of units; the storefront counts lines. */
export type Cart = { version: number; count: number; total: number; lines: CartLine[] };

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
