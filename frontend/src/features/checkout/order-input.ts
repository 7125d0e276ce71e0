import { positionOf } from '@/domain/addresses/address-form-values';
import type { BuyNow } from '@/domain/cart/buy-now';
import type { Quote } from '@/domain/orders/order-types';
import { type CheckoutValues, phoneField, pointsOf } from './checkout-values';

/** Goods that are bought: a single product (buy now) or the cart. */
export type Purchase = { buyNow: BuyNow | null };

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

/**
 * Inputs of the price. The payment method does not change it, and the response lists the available methods. A street or
 * phone number does not change it either, so typing one requests no new quote.
 */
export function quoteInput(values: CheckoutValues, purchase: Purchase) {
  const points = pointsOf(values.points);
  return {
    ...items(purchase),
    delivery: delivery(values, false),
    ...(points && { points }),
  };
}

/** Amounts that the customer confirms. The server refuses an order with other amounts. */
export function confirmedAmounts({ lines, totals }: Quote) {
  const { points_discount, delivery_fee, total } = totals;
  const prices = lines.map(({ pro_id, price }) => ({ pro_id, price }));
  return { prices, points_discount, delivery_fee, total };
}

/**
 * Receiver of the goods, if not the customer with the name `own`, and notes for the driver; undefined without either.
 */
function receiver(values: CheckoutValues, own: string) {
  const isSent = values.method === 'delivery';
  const name = (isSent ? values.receiver : values.collector).trim();
  const landmark = isSent ? values.landmark.trim() : '';
  const driverNote = isSent ? values.driver_note.trim() : '';
  const position = isSent ? positionOf(values.position) : undefined;
  const parts = {
    ...(name && name !== own && { name }),
    ...(landmark && { landmark }),
    ...(driverNote && { driver_note: driverNote }),
    ...(position && { position }),
  };
  return Object.keys(parts).length > 0 && { receiver: parts };
}

/** Request body of the order with the amounts of `quote`. `own` is the customer's name. */
export function orderInput(values: CheckoutValues, purchase: Purchase, quote: Quote, own: string) {
  const points = pointsOf(values.points);
  return {
    ...items(purchase),
    phone: values[phoneField(values)].trim(),
    delivery: delivery(values, true),
    ...receiver(values, own),
    payment: { method: values.payment },
    ...(points && { points }),
    ...(!purchase.buyNow && quote.cart_version && { cart_version: quote.cart_version }),
    confirmed: confirmedAmounts(quote),
  };
}
