import { readSession, removeSession } from '@/shared/storage/session-storage';
import { CHECKOUT_KEYS } from './checkout-storage-keys';

/** Removes what this tab stores of a checkout: typed values, open order attempt, and changes to accept. */
export function clearCheckout(): void {
  removeSession(...Object.values(CHECKOUT_KEYS));
}

/** Removes it if it belongs to another customer than `customer`. */
export function clearCheckoutOfOthers(customer: string): void {
  const kept = Object.values(CHECKOUT_KEYS).map((key) => readSession<{ customer?: string }>(key));
  if (kept.some((entry) => entry?.customer !== undefined && entry.customer !== customer)) {
    clearCheckout();
  }
}
