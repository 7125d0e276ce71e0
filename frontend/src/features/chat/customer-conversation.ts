import { customerChatApi } from '@/domain/chat/chat-api';
import { showChatToast } from '@/domain/chat/chat-toasts';
import type { ChatApi, MessagePage } from '@/domain/chat/chat-types';
import { type ConversationStore, createConversationStore } from '@/domain/chat/conversation-store';
import { VISITOR } from '@/domain/chat/outbox-storage';
import { customerNumber } from '@/domain/session/customer-number';
import type { Translate } from '@/shared/i18n/load-messages';
import { liveState } from '@/shared/live/live-bus';

const nothing = async (): Promise<MessagePage> => ({ data: [], more: false, conversation: null });
const never = () => Promise.reject(new Error('A visitor has no conversation'));

/** API for visitors, which sends nothing: their messages wait for the login. */
const visitorChatApi: ChatApi = {
  history: nothing,
  send: never,
  upload: never,
  read: never,
  typing: never,
  like: never,
};

let current: ConversationStore | null = null;

/** The conversation shown last: that of a visitor until the session of a customer has arrived. */
export const currentConversation = (): ConversationStore | null => current;

/** Conversation of this browser's user; each owner has their own. */
export function customerConversation(owner: string, t: Translate): ConversationStore {
  if (current?.owner === owner) return current;
  current?.stop();
  const isVisitor = owner === VISITOR;
  current = createConversationStore({
    side: 'user',
    owner,
    accountId: () => customerNumber(),
    api: isVisitor ? visitorChatApi : customerChatApi,
    canSend: () => !isVisitor && navigator.onLine && liveState().chat,
    onOutcome: (outcome) => showChatToast(t, outcome),
  });
  return current;
}
