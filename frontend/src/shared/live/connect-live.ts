import { emitSessionExpired } from '@/shared/api/session-expired';
import { openDirectStream } from './direct-stream';
import { isInboxRetained, onInboxRetainChange } from './inbox-stream';
import { joinLeaderTabStream } from './leader-tab-stream';
import { INITIAL_STATE, setLiveState } from './live-bus';

/**
 * Connects to live events for a customer until the returned function is
 * called. The tabs of a browser share one connection, because a browser opens only a few to one server; a staff page
 * has its own, which receives more events. A frozen or cached page has none.
 */
export function connectLive(cusId: number): () => void {
  let stop: (() => void) | null = null;
  let hasInbox = false;

  const start = () => {
    if (stop) return;
    hasInbox = isInboxRetained();
    const isShared = !hasInbox && 'locks' in navigator && 'BroadcastChannel' in globalThis;
    stop = isShared
      ? joinLeaderTabStream(cusId, emitSessionExpired)
      : openDirectStream(hasInbox, emitSessionExpired);
  };
  const pause = () => {
    stop?.();
    stop = null;
    setLiveState({ open: false });
  };
  const onRetainChange = () => {
    if (!stop || hasInbox === isInboxRetained()) return;
    pause();
    start();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) start();
  };

  const unsubscribeRetain = onInboxRetainChange(onRetainChange);
  document.addEventListener('freeze', pause);
  document.addEventListener('resume', start);
  window.addEventListener('pagehide', pause);
  window.addEventListener('pageshow', onShow);
  start();
  return () => {
    unsubscribeRetain();
    document.removeEventListener('freeze', pause);
    document.removeEventListener('resume', start);
    window.removeEventListener('pagehide', pause);
    window.removeEventListener('pageshow', onShow);
    pause();
    setLiveState(INITIAL_STATE);
  };
}
