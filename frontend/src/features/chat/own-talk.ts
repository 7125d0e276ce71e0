import type { Translate } from '@/language/texts';
import { liveState } from '@/live/bus';
import { customerCalls } from '@/talk/calls';
import { customerNumber } from '@/talk/owner';
import type { History, TalkCalls } from '@/talk/shapes';
import { createTalk, type Talk } from '@/talk/talk';
import { tellNews } from '@/talk/tell-news';
import { VISITOR } from '@/talk/unsent';

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
