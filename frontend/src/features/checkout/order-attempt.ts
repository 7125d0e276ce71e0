import { randomKey } from '@/shared/api/random-key';
import { readSession, removeSession, writeSession } from '@/shared/storage/session-storage';
import { CHECKOUT_KEYS } from './checkout-storage-keys';

/**
 * Attempt to place an order: the request body with its idempotency key, so that a repeated request creates one order. It
 * is stored before the request and removed after a final response. While it is stored, the outcome is unknown, and only
 * the same request may be sent again.
 */
export type OrderAttempt = { key: string; body: string; customer: string; at: number };

const STORAGE_KEY = CHECKOUT_KEYS.attempt;
/** Older ones were given up: sending them unasked would be a surprise. The shop keeps keys for 24 h. */
const RESUME_WITHIN_MS = 10 * 60_000;

/** The open attempt of this customer, to be sent again; none when there is none or it is old. */
export function openAttempt(customer: string, now = Date.now()): OrderAttempt | null {
  const attempt = readSession<OrderAttempt>(STORAGE_KEY);
  if (!attempt?.key || attempt.customer !== customer) return null;
  return now - attempt.at < RESUME_WITHIN_MS ? attempt : null;
}

/** An attempt to place `body`: the open one when it is the same order, whatever its age, else a new one. */
export function beginAttempt(customer: string, body: unknown, now = Date.now()): OrderAttempt {
  const text = JSON.stringify(body);
  const open = readSession<OrderAttempt>(STORAGE_KEY);
  const isSame = open?.customer === customer && open.body === text;
  const attempt = { key: isSame ? open.key : randomKey(), body: text, customer, at: now };
  writeSession(STORAGE_KEY, attempt);
  return attempt;
}

/** The response is final: the next order is another one. */
export function completeAttempt(): void {
  removeSession(STORAGE_KEY);
}

/** Whether an answer leaves open what became of the order: none came, or the shop could not say. */
export function isOutcomeUnknown(status: number): boolean {
  return status === 0 || status === 408 || status === 425 || status >= 500;
}
