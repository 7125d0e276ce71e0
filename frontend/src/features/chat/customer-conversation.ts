import { customerCalls } from '@/domain/chat/chat-api';
import { tellNews } from '@/domain/chat/chat-toasts';
import type { History, TalkCalls } from '@/domain/chat/chat-types';
import { createTalk, type Talk } from '@/domain/chat/conversation-store';
import { customerNumber } from '@/domain/chat/outbox-owner';
import { VISITOR } from '@/domain/chat/outbox-storage';
import type { Translate } from '@/shared/i18n/load-messages';
import { liveState } from '@/shared/live/live-bus';

const nothing = async (): Promise<History> => ({ data: [], more: false, conversation: null });
const never = () => Promise.reject(new Error('A visitor has no conversation'));

/** A visitor writes for later: nothing is sent before they have logged in. */
const visitorCalls: TalkCalls = {
  history: nothing,
  send: never,
  upload: never,
  read: never,
  typing: never,
  like: never,
};

let current: Talk | null = null;

/** The one conversation of whoever uses this browser; another owner gets another. */
export function ownTalk(owner: string, t: Translate): Talk {
  if (current?.owner === owner) return current;
  current?.stop();
  const isVisitor = owner === VISITOR;
  current = createTalk({
    side: 'user',
    owner,
    accountId: () => customerNumber(),
    calls: isVisitor ? visitorCalls : customerCalls,
    canSend: () => !isVisitor && navigator.onLine && liveState().chat,
    onNews: (news) => tellNews(t, news),
  });
  return current;
}
