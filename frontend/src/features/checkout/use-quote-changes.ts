import { useCallback, useRef, useState } from 'react';
import { readChanges } from '@/domain/orders/line-changes';
import type { LineChange } from '@/domain/orders/order-types';
import { readSession, removeSession, writeSession } from '@/shared/storage/session-storage';
import { CHECKOUT_KEYS } from './checkout-storage-keys';
import { mergeChanges, withoutAcknowledged } from './quote-changes';

const STORAGE_KEY = CHECKOUT_KEYS.changes;
type Stored = { customer: string; changes: LineChange[] };

export function clearQuoteChanges(): void {
  removeSession(STORAGE_KEY);
}

/** Changes that the customer has not accepted yet. They survive a reload. */
export function useQuoteChanges(customer: string) {
  const [changes, setChanges] = useState<LineChange[]>(() => {
    const stored = readSession<Stored>(STORAGE_KEY);
    return stored?.customer === customer ? mergeChanges([], readChanges(stored.changes)) : [];
  });

  const agreed = useRef(new Map<number, number | null>());

  const add = useCallback(
    (fresh: LineChange[]) => {
      if (fresh.length === 0) return;
      setChanges((known) => {
        const merged = mergeChanges(known, withoutAcknowledged(fresh, agreed.current));
        writeSession(STORAGE_KEY, { customer, changes: merged } satisfies Stored);
        return merged;
      });
    },
    [customer],
  );

  const agree = useCallback(() => {
    for (const { pro_id, price_now } of changes) agreed.current.set(pro_id, price_now);
    clearQuoteChanges();
    setChanges([]);
  }, [changes]);

  return { changes, add, agree };
}
