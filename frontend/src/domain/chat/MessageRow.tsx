import { Heart } from 'lucide-react';
import { memo } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { ChatMessage } from '@/shared/live/live-events';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import type { Side } from './chat-types';
import { MessageBody } from './MessageBody';
import { timeOf } from './message-times';

type MessageRowProps = {
  message: ChatMessage;
  side: Side;
  onLike: (message: ChatMessage) => void;
};

/** A message in its bubble. Messages of the other side can be liked. */
export const MessageRow = memo(function MessageRow({ message, side, onLike }: MessageRowProps) {
  const t = useT();
  const isOwn = message.cus_usertype === side;
  const author = isOwn ? t('chat.you') : message.fname;
  return (
    <div data-message={message.msdtid} data-seq={message.seq} className="grid">
      <div className="bubble" data-own={isOwn || undefined} data-kind={message.smstype}>
        <span className="sr-only">{`${author}, ${timeOf(message.msdate)}: `}</span>
        <MessageBody message={message} isOwn={isOwn} />
      </div>
      {isOwn ? (
        message.likes > 0 && (
          <p className="flex items-center gap-1 justify-self-end pt-0.5 text-xs text-text-3">
            <Icon of={Heart} size="s" className="fill-heart text-heart" />
            <span className="sr-only">{t('chat.likes', { count: message.likes })}</span>
            <span aria-hidden>{message.likes}</span>
          </p>
        )
      ) : (
        <button
          type="button"
          aria-pressed={message.isLiked}
          aria-label={t('chat.like')}
          onClick={() => onLike(message)}
          className="-my-1.5 -ms-3 inline-flex min-h-11 min-w-11 items-center justify-center gap-1 justify-self-start rounded-md px-3 text-xs text-text-3 hover:text-text"
        >
          <Icon of={Heart} size="s" className={cx(message.isLiked && 'fill-heart text-heart')} />
          {message.likes > 0 && <span>{message.likes}</span>}
        </button>
      )}
    </div>
  );
});
