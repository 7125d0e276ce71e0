import { useEffect, useRef, useSyncExternalStore } from 'react';
import { retainInboxStream } from './inbox-stream';
import { INITIAL_STATE, type LiveState, liveState, onLive, subscribeLiveState } from './live-bus';
import type { LiveEvent, LiveEvents } from './live-events';

/** Calls the newest `handler` for every live event of this name, while the component stands. */
export function useLive<Event extends LiveEvent>(
  event: Event,
  handler: (data: LiveEvents[Event]) => void,
): void {
  const newest = useRef(handler);
  useEffect(() => {
    newest.current = handler;
  });
  useEffect(() => onLive(event, (data) => newest.current(data)), [event]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(subscribeLiveState, liveState, () => INITIAL_STATE);
}

/** For the staff's page: while it is mounted, this tab's stream carries all conversations. */
export function useLiveInbox(): void {
  useEffect(() => retainInboxStream(), []);
}
