import { ArrowDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { ChatMessage } from '@/shared/live/live-events';
import { Icon } from '@/shared/ui/Icon';
import type { ConversationState, ConversationStore } from './conversation-store';
import { MessageRow } from './MessageRow';
import { MessageTime, ReadMark } from './MessageTime';
import { startsGroup } from './message-times';
import { PendingRow } from './PendingRow';
import { useMessageScroll } from './use-message-scroll';

type MessageListProps = {
  conversation: ConversationStore;
  state: ConversationState;
  /** First name of the other side's writer, while typing. */
  typing: string | null;
  /** Rendered before the first message. */
  greeting?: ReactNode;
};

/** Messages of a conversation, with unsent ones at the end. */
export function MessageList({ conversation, state, typing, greeting }: MessageListProps) {
  const t = useT();
  const list = useRef<HTMLDivElement>(null);
  const { messages, pending } = state;
  const last = messages.at(-1)?.seq ?? 0;
  const { isAtEnd, onScroll, toEnd } = useMessageScroll({
    list,
    first: messages[0]?.seq,
    last,
    onStart: () => void conversation.loadOlder(),
    onEnd: () => !document.hidden && conversation.markRead(),
  });
  const missed = useMissedCount(messages, isAtEnd, conversation.side);
  useMarkReadOnReturn(isAtEnd, conversation);
  const readSeq =
    state.conversation?.[conversation.side === 'user' ? 'staff_read_seq' : 'customer_read_seq'] ??
    0;

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={list}
        role="log"
        aria-label={t('chat.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
        tabIndex={0}
        onScroll={onScroll}
        className="chat-log h-full overflow-y-auto overscroll-contain bg-sunken p-4 [overflow-anchor:none] focus-inside"
      >
        <div className="grid gap-2.5">
          {state.isLoadingOlder && (
            <p role="status" className="text-center text-xs text-text-3">
              {t('state.loading')}
            </p>
          )}
          {!state.hasOlder && greeting}
          {messages.map((message, index) => (
            <MessageGroup key={message.msdtid} before={messages[index - 1]} message={message}>
              <MessageRow message={message} side={conversation.side} onLike={conversation.like} />
              <ReadMark
                message={message}
                side={conversation.side}
                isLast={index === messages.length - 1}
                readSeq={readSeq}
              />
            </MessageGroup>
          ))}
          {pending.map((one) => (
            <PendingRow
              key={one.client_id}
              pending={one}
              isSending={state.sendingId === one.client_id}
              onRetry={() => conversation.sendAgain(one.client_id)}
              onDiscard={() => conversation.giveUp(one.client_id)}
            />
          ))}
          {typing && (
            <div
              className="bubble typing-dots"
              role="status"
              aria-label={t('chat.typing', { name: typing })}
            >
              <i /> <i /> <i />
            </div>
          )}
        </div>
      </div>
      {!isAtEnd && (
        <button
          type="button"
          onClick={() => toEnd('smooth')}
          aria-label={t('chat.toNewest', { count: missed })}
          className="absolute end-3 bottom-3 grid size-11 place-items-center rounded-full bg-surface text-link shadow-2"
        >
          <Icon of={ArrowDown} />
          {missed > 0 && <span className="counter -top-1! end-auto! start-0!">{missed}</span>}
        </button>
      )}
    </div>
  );
}

function MessageGroup(props: {
  before: ChatMessage | undefined;
  message: ChatMessage;
  children: ReactNode;
}) {
  return (
    <>
      {startsGroup(props.before, props.message) && <MessageTime at={props.message.msdate} />}
      {props.children}
    </>
  );
}

/** Number of the other side's messages that arrived while the reader was scrolled up. */
function useMissedCount(messages: readonly ChatMessage[], isAtEnd: boolean, side: string): number {
  const last = messages.at(-1)?.seq ?? 0;
  const [seen, setSeen] = useState(last);
  if (isAtEnd && seen !== last) setSeen(last);
  return messages.filter(({ seq, cus_usertype }) => seq > seen && cus_usertype !== side).length;
}

/** Marks messages as read that arrived while the page was hidden, once it is visible again. */
function useMarkReadOnReturn(isAtEnd: boolean, store: ConversationStore): void {
  useEffect(() => {
    if (!isAtEnd) return;
    const look = () => !document.hidden && store.markRead();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [isAtEnd, store]);
}
