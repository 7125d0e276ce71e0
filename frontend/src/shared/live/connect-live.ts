import { emitSessionExpired } from '@/shared/api/session-expired';
import { openDirectStream } from './direct-stream';
import { isInboxRetained, onInboxRetainChange } from './inbox-stream';
import { joinLeaderTabStream } from './leader-tab-stream';
import { INITIAL_STATE, setLiveState } from './live-bus';

/**
 * Keeps live events coming for the customer `who` (any text that differs between customers) until the returned function
 * is called. The tabs of a browser share one connection, since a browser opens only a few to one shop; the staff's page
 * has its own, which tells more. A page that is frozen or put aside holds none.
 */
export function connectLive(customerKey: string): () => void {
  let stop: (() => void) | null = null;
  let hasInbox = false;

  const start = () => {
    if (stop) return;
    hasInbox = isInboxRetained();
    const isShared = !hasInbox && 'locks' in navigator && 'BroadcastChannel' in globalThis;
    stop = isShared
      ? joinLeaderTabStream(customerKey, emitSessionExpired)
      : openDirectStream(hasInbox, emitSessionExpired);
  };
  const pause = () => {
    stop?.();
    stop = null;
    setLiveState({ open: false });
  };
  const onWish = () => {
    if (!stop || hasInbox === isInboxRetained()) return;
    pause();
    start();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) start();
  };

  const forgetWish = onInboxRetainChange(onWish);
  document.addEventListener('freeze', pause);
  document.addEventListener('resume', start);
  window.addEventListener('pagehide', pause);
  window.addEventListener('pageshow', onShow);
  start();
  return () => {
    forgetWish();
    document.removeEventListener('freeze', pause);
    document.removeEventListener('resume', start);
    window.removeEventListener('pagehide', pause);
    window.removeEventListener('pageshow', onShow);
    pause();
    setLiveState(INITIAL_STATE);
  };
}
