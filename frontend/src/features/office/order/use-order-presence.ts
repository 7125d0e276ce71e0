import { useCallback, useEffect, useRef, useState } from 'react';
import { randomKey } from '@/shared/api/random-key';
import { useLive, useLiveState } from '@/shared/live/use-live';
import { useStaff } from '../staff-access';
import { leaveOrder, type OrderVisitor, openOrder } from './presence-api';

/** The server ends a visit 45 seconds after its last heartbeat. */
export const HEARTBEAT_MS = 20_000;

const NO_PEOPLE: OrderVisitor[] = [];

/**
 * The other people who have the order open. While the page is visible, the user is shown to them. During a reconnection
 * of the live updates they stay, so that they do not flicker; after 5 seconds without live updates there are none.
 */
export function useOrderPresence(number: string, isEditing: boolean): OrderVisitor[] {
  const [tab] = useState(randomKey);
  const [people, setPeople] = useState(NO_PEOPLE);
  const { open, everOpened, polling } = useLiveState();
  const isLive = open || (everOpened && !polling);
  const me = useStaff()?.account.cus_id;
  const editing = useRef(isEditing);
  /** Number of events received, so that a response does not replace a newer event. */
  const events = useRef(0);
  const calls = useRef(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());

  const nextCall = useCallback(() => {
    calls.current += 1;
    return { tab, sequence: calls.current };
  }, [tab]);
  const beat = useCallback(() => {
    if (document.visibilityState !== 'visible') return;
    const before = events.current;
    last.current = openOrder(number, nextCall(), editing.current)
      .then((found) => {
        if (events.current === before) setPeople(found);
      })
      // The next heartbeat tries again.
      .catch(() => {});
  }, [number, nextCall]);

  useEffect(() => {
    editing.current = isEditing;
    beat();
  }, [beat, isEditing]);
  useEffect(() => {
    const timer = setInterval(beat, HEARTBEAT_MS);
    const leave = () => void leaveOrder(number, nextCall());
    document.addEventListener('visibilitychange', beat);
    window.addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', beat);
      window.removeEventListener('pagehide', leave);
      // After a heartbeat under way, which would open the order again.
      void last.current.then(leave);
      setPeople(NO_PEOPLE);
    };
  }, [beat, number, nextCall]);
  useLive('order_presence', (event) => {
    if (event.number !== number) return;
    events.current += 1;
    setPeople(event.people);
  });
  // After a reconnection events may have been missed, and a revoked role ends all visits.
  useLive('hello', beat);
  // The people before an outage are not shown again after it.
  useEffect(() => {
    if (!isLive) setPeople(NO_PEOPLE);
  }, [isLive]);

  return isLive ? people.filter(({ cus_id }) => cus_id !== me) : NO_PEOPLE;
}
