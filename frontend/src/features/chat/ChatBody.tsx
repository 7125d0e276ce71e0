import { useEffect, useState } from 'react';
import { Composer } from '@/domain/chat/Composer';
import { setChatUnread } from '@/domain/chat/chat-window';
import type { Talk } from '@/domain/chat/conversation-store';
import { MessageList } from '@/domain/chat/MessageList';
import { customerNumber } from '@/domain/chat/outbox-owner';
import { useComposer } from '@/domain/chat/use-composer';
import { useTalk, useTalkSync } from '@/domain/chat/use-conversation';
import { useTyping } from '@/domain/chat/use-typing';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';
import { Lao } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { ChatSpinner } from './ChatSpinner';
import { useRequests } from './use-chat-requests';
import { VisitorNote } from './VisitorNote';
import { Welcome } from './Welcome';

type ChatBodyProps = { talk: Talk; isVisitor: boolean; hasKeyboard: boolean };

/** First a spinner, then the welcome, then the conversation; who comes with a question gets there at once. */
export function ChatBody({ talk, isVisitor, hasKeyboard }: ChatBodyProps) {
  const t = useT();
  const state = useTalk(talk);
  const cusId = isVisitor ? 0 : customerNumber();
  const isReached = useTalkSync(talk, cusId);
  const typing = useTyping(cusId, 'user');
  const composing = useComposer(talk, t);
  const { chat } = useLiveState();
  const [isStarted, setStarted] = useState(!composing.isEmpty);
  useRequests(talk, composing, () => setStarted(true));
  useEffect(() => void setChatUnread(0), []);

  if (state.status === 'loading') return <ChatSpinner />;
  if (state.status === 'failed') {
    return <ErrorState error={state.error} onRetry={() => void talk.catchUp().catch(() => {})} />;
  }
  const hasBegun = isStarted || state.messages.length + state.pending.length > 0;
  if (!hasBegun) return <Welcome onStart={() => setStarted(true)} />;

  const isConnected = isVisitor || isReached;
  const statusText = () => {
    if (!isConnected) return t(chat ? 'chat.disconnected' : 'chat.down');
    if (typing) return t('chat.typing', { name: typing });
    // An on-screen keyboard says so itself.
    return hasKeyboard ? t('chat.enterHint') : '';
  };
  return (
    <>
      <MessageList
        talk={talk}
        state={state}
        typing={typing}
        greeting={
          <p className="bubble">
            <Lao>{t('chat.greeting')}</Lao>
          </p>
        }
      />
      {isVisitor && <VisitorNote isWaiting={state.pending.length > 0} />}
      <div className="chat-foot flex-none border-t border-line">
        <p
          role="status"
          data-connected={isConnected}
          className="h-7 truncate px-4 pt-1.5 text-xs text-text-3"
        >
          <Lao>{statusText()}</Lao>
        </p>
        <Composer
          talk={talk}
          composing={composing}
          canSend={isConnected && state.sendingId === null}
          placeholder={t('chat.placeholder')}
          takesFocus={hasKeyboard}
        />
      </div>
    </>
  );
}
