import { useEffect, useState, useSyncExternalStore } from 'react';
import { onLive } from '@/shared/live/live-bus';
import { useLiveState } from '@/shared/live/use-live';
import type { SyncScope } from './catch-up';
import type { ConversationState, ConversationStore } from './conversation-store';

const POLL_MS = 5_000;

export const useConversation = (store: ConversationStore): ConversationState =>
  useSyncExternalStore(store.subscribe, store.state, store.state);

/**
 * Keeps a conversation in sync while it is shown: by live events, or by polling without them. Returns whether the
 * server can be reached.
 */
export function useConversationSync(store: ConversationStore, cusId: number): boolean {
  const { open, chat, polling } = useLiveState();
  const [isAnswering, setAnswering] = useState(false);
  const isOnline = useOnline();

  useEffect(() => {
    const ask = (doubt: SyncScope) =>
      store.catchUp(doubt).then(
        () => setAnswering(true),
        () => setAnswering(false),
      );
    const isOurs = (about: { cus_id: number }) => about.cus_id === cusId;
    const stops = [
      onLive('hello', ({ resumed }) => {
        // A new stream says nothing of changes to older messages before it opened.
        if (!resumed || store.state().status !== 'ready') void ask('changed');
        void store.flush();
      }),
      onLive('reset', () => void ask('all')),
      onLive('message', (message) => isOurs(message) && store.receiveMessage(message)),
      onLive('like', (like) => isOurs(like) && store.receiveLike(like)),
      onLive(
        'conversation',
        (conversation) => isOurs(conversation) && store.receiveConversation(conversation),
      ),
    ];
    // No events were received while the conversation was not shown.
    void ask('changed');
    void store.flush();
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, cusId]);

  useEffect(() => {
    if (open) return;
    setAnswering(false);
    if (!polling) return;
    const ask = () =>
      store.catchUp().then(
        () => {
          setAnswering(true);
          void store.flush();
        },
        () => setAnswering(false),
      );
    void ask();
    const timer = setInterval(ask, POLL_MS);
    return () => clearInterval(timer);
  }, [store, open, polling]);

  useEffect(() => {
    if (isOnline && chat) void store.flush();
  }, [store, isOnline, chat]);

  return isOnline && chat && (open || isAnswering);
}

function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}
