import { useEffect, useState, useSyncExternalStore } from 'react';
import { onLive } from '@/shared/live/live-bus';
import { useLiveState } from '@/shared/live/use-live';
import type { SyncScope } from './catch-up';
import type { ConversationState, ConversationStore } from './conversation-store';

const POLL_MS = 5_000;

export const useConversation = (talk: ConversationStore): ConversationState =>
  useSyncExternalStore(talk.subscribe, talk.state, talk.state);

/**
 * Keeps a conversation in sync while it is shown: by live events, or by polling without them. Returns whether the
 * server can be reached.
 */
export function useConversationSync(talk: ConversationStore, cusId: number): boolean {
  const { open, chat, polling } = useLiveState();
  const [isAnswering, setAnswering] = useState(false);
  const isOnline = useOnline();

  useEffect(() => {
    const ask = (doubt: SyncScope) =>
      talk.catchUp(doubt).then(
        () => setAnswering(true),
        () => setAnswering(false),
      );
    const isOurs = (about: { cus_id: number }) => about.cus_id === cusId;
    const stops = [
      onLive('hello', ({ resumed }) => {
        // A new stream says nothing of changes to older messages before it opened.
        if (!resumed || talk.state().status !== 'ready') void ask('changed');
        void talk.flush();
      }),
      onLive('reset', () => void ask('all')),
      onLive('message', (message) => isOurs(message) && talk.receiveMessage(message)),
      onLive('like', (like) => isOurs(like) && talk.receiveLike(like)),
      onLive(
        'conversation',
        (conversation) => isOurs(conversation) && talk.receiveConversation(conversation),
      ),
    ];
    // No events were received while the conversation was not shown.
    void ask('changed');
    void talk.flush();
    return () => {
      for (const stop of stops) stop();
    };
  }, [talk, cusId]);

  useEffect(() => {
    if (open) return;
    setAnswering(false);
    if (!polling) return;
    const ask = () =>
      talk.catchUp().then(
        () => {
          setAnswering(true);
          void talk.flush();
        },
        () => setAnswering(false),
      );
    void ask();
    const timer = setInterval(ask, POLL_MS);
    return () => clearInterval(timer);
  }, [talk, open, polling]);

  useEffect(() => {
    if (isOnline && chat) void talk.flush();
  }, [talk, isOnline, chat]);

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
