import { tellNews } from '@/domain/chat/chat-toasts';
import { createTalk, type Talk } from '@/domain/chat/conversation-store';
import { customerNumber } from '@/domain/chat/outbox-owner';
import type { Translate } from '@/shared/i18n/load-messages';
import { liveState } from '@/shared/live/live-bus';
import { conversationOf, staffCalls } from './staff-chat-api';

const MOST_KEPT = 20;
const talks = new Map<number, Talk>();

/** The conversation with one customer; those looked at last stay as they are. */
export function staffTalk(cusId: number, t: Translate): Talk {
  const known = talks.get(cusId);
  const talk = known ?? open(cusId, t);
  talks.delete(cusId);
  talks.set(cusId, talk);
  const [oldest] = talks.keys();
  if (talks.size > MOST_KEPT && oldest !== undefined) {
    talks.get(oldest)?.stop();
    talks.delete(oldest);
  }
  return talk;
}

function open(cusId: number, t: Translate): Talk {
  const talk: Talk = createTalk({
    side: 'staff',
    owner: `staff_${customerNumber()}_${cusId}`,
    accountId: () => customerNumber(),
    calls: staffCalls(cusId),
    canSend: () => navigator.onLine && liveState().chat,
    onNews: (news) => {
      tellNews(t, news);
      if (news.is !== 'conflict') return;
      // Somebody else was faster: their answer belongs before the eyes of who decides.
      talk.know(conversationOf(news.error));
      void talk.catchUp().catch(() => {});
    },
  });
  return talk;
}
