import type { QueryClient } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import type { Envelope } from '@/shared/api/types';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { errorText } from '@/shared/i18n/error-text';
import { bothNames, unitName } from '@/shared/i18n/second-name';
import { broadcastToTabs } from '@/shared/storage/tab-broadcast';
import { toast } from '@/shared/ui/toast';
import type { Cart } from './cart-lines';
import { cartQuery } from './cart-query';
import { openDrawer } from './drawer';
import { applyServerCart } from './optimistic-cart';

/** A line of an order, and what was added of it to the cart. */
export type RepeatedLine = {
  pro_id: number;
  pro_name_la: string;
  pro_name_en: string;
  unit_name_la: string;
  unit_name_en: string;
  requested: number;
  added: number;
  available: number;
  /** Units in the cart afterwards. */
  inCart: number;
  reason:
    | 'out_of_stock'
    | 'stock_short'
    | 'not_for_sale'
    | 'cart_full'
    | 'line_quantity_limit'
    | null;
};

type Answer = { cart: Cart; lines: Omit<RepeatedLine, 'inCart'>[] };

/** An order whose goods are put into the cart. Requests with the same key add once. */
export type RepeatedOrder = { order_id: string; key: string };

/** Puts the goods of an order into the cart. The response has the missing units of each line. For customers only. */
export async function addOrderToCart(
  client: QueryClient,
  { order_id, key }: RepeatedOrder,
): Promise<RepeatedLine[]> {
  const { data } = await authFetch<Envelope<Answer>>(
    `/api/auth/orders/${encodeURIComponent(order_id)}/again`,
    { method: 'POST', headers: { 'idempotency-key': key } },
  );
  await client.cancelQueries({ queryKey: cartQuery.queryKey });
  client.setQueryData(cartQuery.queryKey, applyServerCart(data.cart));
  broadcastToTabs('cart');
  return data.lines.map((line) => {
    const held = data.cart.lines.find(({ pro_id }) => pro_id === line.pro_id);
    return { ...line, inCart: held?.quantity ?? 0 };
  });
}

/** Shows how many goods were added, and names the goods that are sold out or short. */
export function showBoughtAgainToast({ t }: Pick<AppContext, 't'>, lines: RepeatedLine[]): void {
  const missing = (line: RepeatedLine) => {
    if (line.reason === 'cart_full') return t('cart.full');
    if (line.reason === 'line_quantity_limit') {
      return t('limit.quantity', { count: formatNumber(line.inCart) });
    }
    const { available } = line;
    if (line.reason !== 'stock_short' || available === 0) return t('stock.out');
    return t('stock.low', { count: available, unit: unitOf(available, unitName(line)) });
  };
  const detail = lines
    .filter(({ reason }) => reason !== null)
    .map((line) => `${bothNames(line.pro_name_la, line.pro_name_en)}: ${missing(line)}`)
    .join(', ');
  const count = lines.filter(({ added }) => added > 0).length;
  if (count === 0) return void toast.info(t('order.buyAgainNone'), { detail });
  toast.success(t('wishlist.addedAll', { count }), {
    ...(detail && { detail }),
    action: { label: t('cart.view'), onClick: () => openDrawer('cart') },
  });
}

export function showBuyAgainFailedToast({ t }: Pick<AppContext, 't'>, error: unknown): void {
  toast.error(t('cart.addFailed'), { detail: errorText(t, error) });
}
