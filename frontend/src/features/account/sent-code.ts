import { readSession, removeSession, writeSession } from '@/shared/storage/session-storage';

/** A one-time code that was sent. */
export type SentCode = {
  /** Phone number or e-mail address as it was typed. */
  identifier: string;
  /** Recipient of the code, as displayed. */
  recipient: string;
  /** Unix milliseconds; null for a code that an earlier page has requested. */
  expiresAt: number | null;
  /** Unix milliseconds from which another one may be requested. */
  resendAt: number;
};

/** Session storage key of the code to sign in, which outlives the dialog and a reload: phones reload a page while its user reads the SMS. */
const STORAGE_KEY = 'heuan_sent_code';

/** The code to sign in that this tab has requested and that is still valid; null without one. */
export function readSentCode(now = Date.now()): SentCode | null {
  const stored = readSession<Partial<SentCode>>(STORAGE_KEY);
  const { identifier, recipient, expiresAt, resendAt } = stored ?? {};
  const isWhole = typeof identifier === 'string' && typeof recipient === 'string';
  if (!isWhole || typeof expiresAt !== 'number' || typeof resendAt !== 'number') return null;
  return expiresAt > now ? { identifier, recipient, expiresAt, resendAt } : null;
}

export const writeSentCode = (sent: SentCode): void => writeSession(STORAGE_KEY, sent);

/** Removes the code, when it has been used or its user enters another number. */
export const clearSentCode = (): void => removeSession(STORAGE_KEY);

/** Whole seconds from now to `at`, at least 0. */
export const secondsUntil = (at: number, now = Date.now()): number =>
  Math.max(0, Math.ceil((at - now) / 1000));
