import { useEffect, useRef, useSyncExternalStore } from 'react';
import { retainInboxStream } from './inbox-stream';
import { INITIAL_STATE, type LiveState, liveState, onLive, subscribeLiveState } from './live-bus';
import type { LiveEvent, LiveEvents } from './live-events';

/** Calls the latest `handler` for every live event of this name while the component is mounted. */
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

/** Includes all conversations in this tab's stream while the component is mounted; for staff pages. */
export function useLiveInbox(): void {
  useEffect(() => retainInboxStream(), []);
}
