import type { BuyNow } from '@/domain/cart/buy-now';
import { type CheckoutValues, pointsOf } from './checkout-values';

/** What is being bought: one product past the cart, or the cart the shopper looked at. */
export type Purchase = { buyNow: BuyNow | null; cartVersion?: number };

function delivery(values: CheckoutValues, isWhole: boolean) {
  const { method, branch_id, province, district, village, note } = values;
  const parts: Record<string, string | number> =
    method === 'pickup'
      ? { ...(branch_id && { branch_id: Number(branch_id) }) }
      : { ...(province && { province }), ...(district && { district }) };
  if (isWhole && method === 'delivery' && village.trim()) parts.village = village.trim();
  if (isWhole && note.trim()) parts.note = note.trim();
  return { method, ...parts };
}

function items({ buyNow }: Purchase) {
  return buyNow ? { items: [buyNow], buyNow: true } : {};
}

/** What the price depends on. A street or a telephone number changes nothing, so typing them requests no new quote. */
export function quoteInput(values: CheckoutValues, purchase: Purchase) {
  const points = pointsOf(values.points);
  return {
    ...items(purchase),
    delivery: delivery(values, false),
    payment: { method: values.payment },
    ...(points && { points }),
  };
}

/** The order itself (D22). */
export function orderInput(values: CheckoutValues, purchase: Purchase) {
  const points = pointsOf(values.points);
  return {
    ...items(purchase),
    phone: values.phone.trim(),
    delivery: delivery(values, true),
    payment: { method: values.payment },
    ...(points && { points }),
    ...(!purchase.buyNow && purchase.cartVersion && { cart_version: purchase.cartVersion }),
  };
}
