import { customerChatApi } from '@/domain/chat/chat-api';
import { showChatToast } from '@/domain/chat/chat-toasts';
import type { ChatApi, MessagePage } from '@/domain/chat/chat-types';
import { type ConversationStore, createConversationStore } from '@/domain/chat/conversation-store';
import { ownerOf } from '@/domain/chat/outbox-owner';
import { VISITOR } from '@/domain/chat/outbox-storage';
import { customerNumber } from '@/domain/session/customer-number';
import { sessionQuery } from '@/domain/session/session';
import { onSessionEvent } from '@/domain/session/session-events';
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

// A message of this session must not be sent in the next one. The same customer may still be signed in, by another tab.
onSessionEvent(async (event, { queryClient }) => {
  if (event !== 'sessionEnded' || !current || current.owner === VISITOR) return;
  const isOver = queryClient.getQueryData(sessionQuery.queryKey) === null;
  if (!isOver && current.owner === ownerOf(true)) return;
  current.stop();
  current = null;
});

/**
 * The conversation shown last: the conversation of a visitor until the session of a customer has
 * arrived.
 */
export const currentConversation = (): ConversationStore | null => current;

/** Conversation of this browser's user; each owner has their own. */
export function customerConversation(owner: string, t: Translate): ConversationStore {
  if (current?.owner === owner) return current;
  current?.stop();
  current = createConversationStore({
    side: 'user',
    owner,
    accountId: () => customerNumber(),
    api: owner === VISITOR ? visitorChatApi : customerChatApi,
    canSend: () => owner === ownerOf(true) && navigator.onLine && liveState().chat,
    onOutcome: (outcome) => showChatToast(t, outcome),
  });
  return current;
}
