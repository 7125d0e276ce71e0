import { showChatToast } from '@/domain/chat/chat-toasts';
import { type ConversationStore, createConversationStore } from '@/domain/chat/conversation-store';
import { customerNumber } from '@/domain/chat/outbox-owner';
import type { Translate } from '@/shared/i18n/load-messages';
import { liveState } from '@/shared/live/live-bus';
import { conversationOf, staffChatApi } from './staff-chat-api';

const MAX_STORES = 20;
const stores = new Map<number, ConversationStore>();

/** The conversation with one customer; those looked at last stay as they are. */
export function staffConversation(cusId: number, t: Translate): ConversationStore {
  const known = stores.get(cusId);
  const talk = known ?? open(cusId, t);
  stores.delete(cusId);
  stores.set(cusId, talk);
  const [oldest] = stores.keys();
  if (stores.size > MAX_STORES && oldest !== undefined) {
    stores.get(oldest)?.stop();
    stores.delete(oldest);
  }
  return talk;
}

function open(cusId: number, t: Translate): ConversationStore {
  const talk: ConversationStore = createConversationStore({
    side: 'staff',
    owner: `staff_${customerNumber()}_${cusId}`,
    accountId: () => customerNumber(),
    api: staffChatApi(cusId),
    canSend: () => navigator.onLine && liveState().chat,
    onOutcome: (news) => {
      showChatToast(t, news);
      if (news.type !== 'conflict') return;
      // Another member of staff was faster: the writer must see that reply before deciding.
      talk.receiveConversation(conversationOf(news.error));
      void talk.catchUp().catch(() => {});
    },
  });
  return talk;
}
