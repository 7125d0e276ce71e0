import { shopNow } from '@/shared/api/shop-time';
import { formatDay } from '@/shared/format/shop-clock';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { ChatMessage } from '@/shared/live/live-events';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import type { Side } from './chat-types';
import { nearDay, timeOf } from './message-times';

/** Day and time above a group of messages. */
export function MessageTime({ at }: { at: string }) {
  const t = useT();
  const { code } = useLanguage();
  const near = nearDay(at, shopNow());
  const day = near === 'today' ? t('chat.today') : near && t('chat.yesterday');
  return (
    <p className="pt-1 text-center text-2xs text-text-3">
      <LocalizedText>{`${day ?? formatDay(at, code)} `}</LocalizedText>
      <Ltr className="num">{timeOf(at)}</Ltr>
    </p>
  );
}

type ReadMarkProps = { message: ChatMessage; side: Side; isLast: boolean; readSeq: number };

/** Below the writer's own last message: when it arrived, and whether it was read. */
export function ReadMark({ message, side, isLast, readSeq }: ReadMarkProps) {
  const t = useT();
  if (message.cus_usertype !== side || !isLast) return null;
  const isRead = readSeq >= message.seq;
  return (
    <p data-read={isRead} className="-mt-1.5 text-end text-2xs text-text-3">
      <Ltr className="num">{timeOf(message.msdate)}</Ltr>
      {` · ${t(isRead ? 'chat.read' : 'chat.sent')}`}
    </p>
  );
}
