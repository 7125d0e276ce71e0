import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { UnreadableImageError } from './image-processing';

/** Kind of a failed search; each kind has its own message. */
export type ImageSearchError =
  | {
      kind:
        | 'general'
        | 'timeout'
        | 'database'
        | 'network'
        | 'unreadable'
        | 'size'
        | 'type'
        | 'unavailable'
        | 'off';
    }
  | { kind: 'busy'; seconds: number };

/** The search exceeded its timeout. */
export class TimeoutError extends Error {
  override readonly name = 'SearchTimeout';
}

/** A response that reports a failure in its body. */
export class RefusedError extends Error {
  override readonly name = 'SearchRefused';
}

const DEFAULT_RETRY_S = 5;
/** Reasons for which the server cannot read an image that this browser can, although it was scaled down. */
const UNREADABLE_REASONS = ['damaged', 'too_many_pixels'];

export function toImageSearchError(error: unknown): ImageSearchError {
  const words = detailOf(error);
  if (error instanceof TimeoutError) return { kind: 'timeout' };
  if (error instanceof UnreadableImageError) return { kind: 'unreadable' };
  if (error instanceof ApiError) {
    const { status, details, reason = '' } = error;
    if (UNREADABLE_REASONS.includes(reason)) return { kind: 'unreadable' };
    if (status === 413) return { kind: 'size' };
    if (status === 415) return { kind: 'type' };
    if (reason === 'turned_off') return { kind: 'off' };
    // A service that is down or not ready is not overloaded. The catalog names its database in the message.
    if (status === 503 && reason !== 'overloaded') {
      return { kind: words.includes('database') ? 'database' : 'unavailable' };
    }
    if (status === 429 || status === 503) {
      return { kind: 'busy', seconds: Math.ceil(details.retryAfterS ?? DEFAULT_RETRY_S) };
    }
    if (status === 408 || status === 504) return { kind: 'timeout' };
  }
  if (words.includes('database')) return { kind: 'database' };
  const isOffline = error instanceof ApiError && error.code === 'offline';
  if (isOffline || /network|fetch/.test(words)) return { kind: 'network' };
  return { kind: 'general' };
}

function detailOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const details = error instanceof ApiError ? error.details : {};
  const cause = error instanceof ApiTokenError && error.cause instanceof Error ? error.cause : null;
  const { message, detail, error: said } = details as Record<string, unknown>;
  return [error.message, cause?.message, message, detail, said].join(' ').toLowerCase();
}
