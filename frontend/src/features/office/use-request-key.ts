import { useMemo, useRef } from 'react';
import { ApiError } from '@/shared/api/client';
import { randomKey } from '@/shared/api/random-key';

/**
 * Idempotency keys of changes. The same change keeps its key while its response is unknown, so that a retry never makes
 * it twice.
 */
export function useRequestKey() {
  const sent = useRef({ text: '', key: '' });
  return useMemo(
    () => ({
      keyOf: (change: unknown): string => {
        const text = JSON.stringify(change);
        if (sent.current.text !== text) sent.current = { text, key: randomKey() };
        return sent.current.key;
      },
      /** After a final response the next change needs another key. */
      end: (error?: unknown) => {
        const isUnknown = error !== undefined && !(error instanceof ApiError && error.status < 500);
        if (!isUnknown) sent.current = { text: '', key: '' };
      },
    }),
    [],
  );
}
