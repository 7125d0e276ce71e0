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
/**
 * Maximum age of an attempt that is repeated automatically. Repeating an older one would surprise the customer. The
 * server keeps idempotency keys for 24 h.
 */
const RESUME_WITHIN_MS = 10 * 60_000;

/** The open attempt of this customer, to be sent again; null if there is none or it is too old. */
export function openAttempt(customer: string, now = Date.now()): OrderAttempt | null {
  const attempt = readSession<OrderAttempt>(STORAGE_KEY);
  if (!attempt?.key || attempt.customer !== customer) return null;
  return now - attempt.at < RESUME_WITHIN_MS ? attempt : null;
}

/** Returns an attempt to place `body`: the open one if it is the same order, whatever its age, otherwise a new one. */
export function beginAttempt(customer: string, body: unknown, now = Date.now()): OrderAttempt {
  const text = JSON.stringify(body);
  const open = readSession<OrderAttempt>(STORAGE_KEY);
  const isSame = open?.customer === customer && open.body === text;
  const attempt = { key: isSame ? open.key : randomKey(), body: text, customer, at: now };
  writeSession(STORAGE_KEY, attempt);
  return attempt;
}

/** Removes the attempt after a final response, so that the next order gets another key. */
export function completeAttempt(): void {
  removeSession(STORAGE_KEY);
}

/** Whether a response leaves open if the order was placed: no response, or a server error. */
export function isOutcomeUnknown(status: number): boolean {
  return status === 0 || status === 408 || status === 425 || status >= 500;
}
