import type { Order } from '@/domain/orders/order-types';

const SECOND = 1000;

/** Whether a payment may still arrive. The missing part of an underpaid order is paid by transfer. */
export function isAwaited({ status, payment }: Order): boolean {
  if (status !== 'awaiting_payment') return false;
  const isShort = payment.status === 'underpaid' && payment.method === 'transfer';
  return isShort || payment.status === 'due' || payment.status === 'pending';
}

/** Kip that are still to be paid. */
export const unpaidKip = ({ totals, received, waived, unpaid }: Order): number =>
  unpaid ?? Math.max(totals.total - (waived ?? 0) - (received ?? 0), 0);

/** Whether the payment has arrived and the stock is not confirmed yet; so it is after a late payment, too. */
export function isSettling({ status, payment }: Order): boolean {
  return payment.status === 'paid' && (status === 'awaiting_payment' || status === 'expired');
}

/** Whether the order is confirmed: paid, or payable on receipt. */
export const isPaid = ({ status }: Order): boolean =>
  status !== 'awaiting_payment' && status !== 'cancelled' && status !== 'expired';

/** Poll interval in ms: 3 seconds at first, longer the longer the page is open, and longer after errors. */
export function pollDelay(openForMs: number, isFailing: boolean): number {
  if (isFailing) return 10 * SECOND;
  if (openForMs < 120 * SECOND) return 3 * SECOND;
  return openForMs < 600 * SECOND ? 6 * SECOND : 15 * SECOND;
}

/** Remaining time: `14:32`, with hours if there are any; null when it is over. */
export function countdown(expiresAt: string | null | undefined, now: number): string | null {
  const left = Math.ceil((Date.parse(expiresAt ?? '') - now) / SECOND);
  if (!(left > 0)) return null;
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(left / 3600);
  const rest = `${two(Math.floor(left / 60) % 60)}:${two(left % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
