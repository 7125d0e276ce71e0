import { showChatToast } from '@/domain/chat/chat-toasts';
import { type ConversationStore, createConversationStore } from '@/domain/chat/conversation-store';
import { customerNumber } from '@/domain/session/customer-number';
import { sessionQuery } from '@/domain/session/session';
import { onSessionEvent } from '@/domain/session/session-events';
import type { Translate } from '@/shared/i18n/load-messages';
import { liveState } from '@/shared/live/live-bus';
import { conversationOf, staffChatApi } from './staff-chat-api';

const MAX_STORES = 20;
/** Conversation stores by owner, the least recently used first. */
const stores = new Map<string, ConversationStore>();

const ownerPrefix = () => `staff_${customerNumber()}_`;

/** Owner name under which this browser stores the messages of a member of the staff to a customer. */
export const staffOwner = (cusId: number): string => `${ownerPrefix()}${cusId}`;

/**
 * Conversation store of one customer, for the member of the staff who is signed in. The most recently used ones are
 * kept, and so are stores with unsent messages.
 */
export function staffConversation(cusId: number, t: Translate): ConversationStore {
  stopOthers();
  const owner = staffOwner(cusId);
  const store = stores.get(owner) ?? open(cusId, t);
  stores.delete(owner);
  stores.set(owner, store);
  const oldest = [...stores.values()].find((known) => known.state().pending.length === 0);
  if (stores.size > MAX_STORES && oldest && oldest !== store) stop(oldest);
  return store;
}

function stop(store: ConversationStore): void {
  store.stop();
  stores.delete(store.owner);
}

/** Stops the conversations of other members of the staff, who were signed in before. */
function stopOthers(): void {
  const others = [...stores.values()].filter(({ owner }) => !owner.startsWith(ownerPrefix()));
  for (const store of others) stop(store);
}

// The same member of the staff may still be signed in, by another tab.
onSessionEvent(async (event, { queryClient }) => {
  if (event !== 'sessionEnded' || stores.size === 0) return;
  stopOthers();
  const isOver = queryClient.getQueryData(sessionQuery.queryKey) === null;
  if (isOver) for (const store of [...stores.values()]) stop(store);
});

function open(cusId: number, t: Translate): ConversationStore {
  const owner = staffOwner(cusId);
  const store: ConversationStore = createConversationStore({
    side: 'staff',
    owner,
    accountId: () => customerNumber(),
    api: staffChatApi(cusId),
    canSend: () => owner === staffOwner(cusId) && navigator.onLine && liveState().chat,
    onOutcome: (outcome) => {
      // A sent image is seen in the conversation; a toast would cover the field of the next answer.
      if (outcome.type === 'sent') return;
      showChatToast(t, outcome);
      if (outcome.type !== 'conflict') return;
      // Another member of staff was faster: the writer must see that reply before deciding.
      store.receiveConversation(conversationOf(outcome.error));
      void store.catchUp().catch(() => {});
    },
  });
  return store;
}
