import type { Order } from '@/domain/orders/order-types';

const SECOND = 1000;

/** Whether a payment may still come. The rest of a payment that was too small comes by transfer. */
export function isAwaited({ status, payment }: Order): boolean {
  if (status !== 'awaiting_payment') return false;
  const isShort = payment.status === 'underpaid' && payment.method === 'transfer';
  return isShort || payment.status === 'due' || payment.status === 'pending';
}

/** Kip still to be paid. */
export const unpaidKip = ({ totals, received, waived, unpaid }: Order): number =>
  unpaid ?? Math.max(totals.total - (waived ?? 0) - (received ?? 0), 0);

/** Whether the money is there and the shop still makes sure of the goods; a late payment waits for them too. */
export function isSettling({ status, payment }: Order): boolean {
  return payment.status === 'paid' && (status === 'awaiting_payment' || status === 'expired');
}

/** Whether the order is confirmed: paid, or to be paid on receipt. */
export const isPaid = ({ status }: Order): boolean =>
  status !== 'awaiting_payment' && status !== 'cancelled' && status !== 'expired';

/**
 * How long until the shop is asked again. Who has just scanned sees it within 3 seconds; a page left open asks less
 * and less; a shop in trouble is left alone for a while.
 */
export function pollDelay(openForMs: number, isFailing: boolean): number {
  if (isFailing) return 10 * SECOND;
  if (openForMs < 120 * SECOND) return 3 * SECOND;
  return openForMs < 600 * SECOND ? 6 * SECOND : 15 * SECOND;
}

/** `14:32` of what is left; null when nothing is. Hours join when there are any. */
export function countdown(expiresAt: string | null | undefined, now: number): string | null {
  const left = Math.ceil((Date.parse(expiresAt ?? '') - now) / SECOND);
  if (!(left > 0)) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(left / 3600);
  const rest = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
