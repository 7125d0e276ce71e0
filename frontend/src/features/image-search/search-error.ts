import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { UnreadablePicture } from './image-processing';

/** Why a search failed, as far as it changes what the shopper is told. */
export type SearchFault =
  | {
      kind:
        | 'general'
        | 'timeout'
        | 'database'
        | 'network'
        | 'unreadable'
        | 'size'
        | 'type'
        | 'unavailable';
    }
  | { kind: 'busy'; seconds: number };

/** A search that took longer than it may. */
export class SearchTimeout extends Error {
  override readonly name = 'SearchTimeout';
}

/** An answer that says itself that nothing came of it. */
export class SearchRefused extends Error {
  override readonly name = 'SearchRefused';
}

const BUSY_SECONDS = 5;
/** What the shop says of pictures that it, unlike this browser, cannot read, or cannot although they were made smaller. */
const NOT_READ = ['damaged', 'too_many_pixels'];

export function faultOf(error: unknown): SearchFault {
  const words = wordsOf(error);
  if (error instanceof SearchTimeout) return { kind: 'timeout' };
  if (error instanceof UnreadablePicture) return { kind: 'unreadable' };
  if (error instanceof ApiError) {
    const { status, details, reason = '' } = error;
    if (NOT_READ.includes(reason)) return { kind: 'unreadable' };
    if (status === 413) return { kind: 'size' };
    if (status === 415) return { kind: 'type' };
    // A part that is turned off, down or not ready is no crowd. The catalogue says when it is its database.
    if (status === 503 && reason !== 'overloaded') {
      return { kind: words.includes('database') ? 'database' : 'unavailable' };
    }
    if (status === 429 || status === 503) {
      return { kind: 'busy', seconds: Math.ceil(details.retryAfterS ?? BUSY_SECONDS) };
    }
    if (status === 408 || status === 504) return { kind: 'timeout' };
  }
  if (words.includes('database')) return { kind: 'database' };
  const isOffline = error instanceof ApiError && error.code === 'offline';
  if (isOffline || /network|fetch/.test(words)) return { kind: 'network' };
  return { kind: 'general' };
}

function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const details = error instanceof ApiError ? error.details : {};
  const cause = error instanceof ApiTokenError && error.cause instanceof Error ? error.cause : null;
  const { message, detail, error: said } = details as Record<string, unknown>;
  return [error.message, cause?.message, message, detail, said].join(' ').toLowerCase();
}
