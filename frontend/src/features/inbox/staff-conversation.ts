import { showChatToast } from '@/domain/chat/chat-toasts';
import { type ConversationStore, createConversationStore } from '@/domain/chat/conversation-store';
import { customerNumber } from '@/domain/session/customer-number';
import type { Translate } from '@/shared/i18n/load-messages';
import { liveState } from '@/shared/live/live-bus';
import { conversationOf, staffChatApi } from './staff-chat-api';

const MAX_STORES = 20;
const stores = new Map<number, ConversationStore>();

/** Conversation store of one customer. The most recently used ones are kept. */
export function staffConversation(cusId: number, t: Translate): ConversationStore {
  const known = stores.get(cusId);
  const store = known ?? open(cusId, t);
  stores.delete(cusId);
  stores.set(cusId, store);
  const [oldest] = stores.keys();
  if (stores.size > MAX_STORES && oldest !== undefined) {
    stores.get(oldest)?.stop();
    stores.delete(oldest);
  }
  return store;
}

function open(cusId: number, t: Translate): ConversationStore {
  const store: ConversationStore = createConversationStore({
    side: 'staff',
    owner: `staff_${customerNumber()}_${cusId}`,
    accountId: () => customerNumber(),
    api: staffChatApi(cusId),
    canSend: () => navigator.onLine && liveState().chat,
    onOutcome: (outcome) => {
      showChatToast(t, outcome);
      if (outcome.type !== 'conflict') return;
      // Another member of staff was faster: the writer must see that reply before deciding.
      store.receiveConversation(conversationOf(outcome.error));
      void store.catchUp().catch(() => {});
    },
  });
  return store;
}
