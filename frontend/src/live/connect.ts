import { tellSessionEnd } from '@/api/session-end';
import { IDLE, setLiveState } from './bus';
import { isInboxWanted, onInboxWish } from './inbox';
import { ownStream } from './own-stream';
import { sharedStream } from './shared-stream';

/**
 * Keeps live events coming for the customer `who` (any text that differs between customers) until the returned function
 * is called. The tabs of a browser share one connection, since a browser opens only a few to one shop; the staff's page
 * has its own, which tells more. A page that is frozen or put aside holds none.
 */
export function connectLive(who: string): () => void {
  let stop: (() => void) | null = null;
  let hasInbox = false;

  const start = () => {
    if (stop) return;
    hasInbox = isInboxWanted();
    const isShared = !hasInbox && 'locks' in navigator && 'BroadcastChannel' in globalThis;
    stop = isShared ? sharedStream(who, tellSessionEnd) : ownStream(hasInbox, tellSessionEnd);
  };
  const pause = () => {
    stop?.();
    stop = null;
    setLiveState({ open: false });
  };
  const onWish = () => {
    if (!stop || hasInbox === isInboxWanted()) return;
    pause();
    start();
  };
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) start();
  };

  const forgetWish = onInboxWish(onWish);
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
    setLiveState(IDLE);
  };
}
