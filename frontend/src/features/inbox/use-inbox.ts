import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CONVERSATIONS } from '@/domain/staff/staff-check';
import { onLive } from '@/shared/live/live-bus';
import { useLiveInbox, useLiveState } from '@/shared/live/use-live';

const REFETCH_DEBOUNCE_MS = 300;
const POLL_MS = 15_000;

/** Keeps the list of conversations up to date. Returns the customers who are online. */
export function useInbox(): ReadonlySet<number> {
  const client = useQueryClient();
  const { polling } = useLiveState();
  const [online, setOnline] = useState<ReadonlySet<number>>(new Set());
  useLiveInbox();

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      clearTimeout(timer);
      timer = setTimeout(
        () => void client.invalidateQueries({ queryKey: [CONVERSATIONS] }),
        REFETCH_DEBOUNCE_MS,
      );
    };
    const stops = [
      onLive('message', renew),
      onLive('conversation', renew),
      onLive('reset', renew),
      onLive('hello', ({ online: there }) => {
        setOnline(new Set(there));
        renew();
      }),
      onLive('presence', ({ cus_id, online: isOnline }) => {
        if (cus_id === undefined) return;
        setOnline((before) => {
          const next = new Set(before);
          if (isOnline) next.add(cus_id);
          else next.delete(cus_id);
          return next;
        });
      }),
    ];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client]);

  useEffect(() => {
    if (!polling) return;
    const renew = () => void client.invalidateQueries({ queryKey: [CONVERSATIONS] });
    const timer = setInterval(renew, POLL_MS);
    return () => clearInterval(timer);
  }, [client, polling]);

  return online;
}
