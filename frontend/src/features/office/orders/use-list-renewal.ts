import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLive, useLiveState } from '@/shared/live/use-live';
import { ORDER_COUNTS, STAFF_ORDERS } from '../staff-orders-api';

const DEBOUNCE_MS = 300;
const POLL_MS = 15_000;

export type ListRenewal = {
  /** Number of changes that wait until the pointer leaves the list. */
  held: number;
  show: () => void;
  /** Set while the pointer is over rows, which must not move under it. */
  hold: (isHeld: boolean) => void;
};

/** Refetches the list when one of its orders changes; without live events every 15 seconds. */
export function useListRenewal(): ListRenewal {
  const client = useQueryClient();
  const { polling } = useLiveState();
  const isHeld = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changed = useRef(new Set<string>());
  const [held, setHeld] = useState(0);

  const renew = () => {
    clearTimeout(timer.current);
    changed.current.clear();
    setHeld(0);
    void client.invalidateQueries({
      queryKey: [STAFF_ORDERS],
      predicate: ({ queryKey }) => queryKey[1] !== 'order',
    });
  };
  const renewSoon = () => {
    if (isHeld.current) return setHeld(changed.current.size);
    clearTimeout(timer.current);
    timer.current = setTimeout(renew, DEBOUNCE_MS);
  };
  useLive('staff_order', ({ order_id }) => {
    changed.current.add(String(order_id));
    renewSoon();
  });
  useLive('hello', renew);
  useLive('reset', renew);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!polling) return;
    // The frame of the back office renews the counts.
    const poll = setInterval(
      () =>
        void client.invalidateQueries({
          queryKey: [STAFF_ORDERS],
          predicate: ({ queryKey }) => queryKey[1] !== ORDER_COUNTS[1],
        }),
      POLL_MS,
    );
    return () => clearInterval(poll);
  }, [client, polling]);

  return {
    held,
    show: renew,
    hold: (next) => {
      isHeld.current = next;
      if (!next && changed.current.size > 0) renewSoon();
    },
  };
}
