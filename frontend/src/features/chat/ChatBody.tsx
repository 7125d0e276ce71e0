import { useEffect, useState } from 'react';
import { Composer } from '@/domain/chat/Composer';
import { setChatUnread } from '@/domain/chat/chat-window';
import type { ConversationStore } from '@/domain/chat/conversation-store';
import { MessageList } from '@/domain/chat/MessageList';
import { useComposer } from '@/domain/chat/use-composer';
import { useConversation, useConversationSync } from '@/domain/chat/use-conversation';
import { useTyping } from '@/domain/chat/use-typing';
import { customerNumber } from '@/domain/session/customer-number';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { ChatSpinner } from './ChatSpinner';
import { useChatRequests } from './use-chat-requests';
import { VisitorNote } from './VisitorNote';
import { Welcome } from './Welcome';

type ChatBodyProps = { store: ConversationStore; isVisitor: boolean; hasKeyboard: boolean };

/**
 * Body of the chat: a spinner, then the welcome, then the conversation. A user who opens the chat with a question skips
 * the welcome.
 */
export function ChatBody({ store, isVisitor, hasKeyboard }: ChatBodyProps) {
  const t = useT();
  const state = useConversation(store);
  const cusId = isVisitor ? 0 : customerNumber();
  const isReached = useConversationSync(store, cusId);
  const typing = useTyping(cusId, 'user');
  const composing = useComposer(store, t);
  const { chat } = useLiveState();
  const [isStarted, setStarted] = useState(!composing.isEmpty);
  useChatRequests(store, composing, () => setStarted(true));
  useEffect(() => void setChatUnread(0), []);

  if (state.status === 'loading') return <ChatSpinner />;
  if (state.status === 'failed') {
    return <ErrorState error={state.error} onRetry={() => void store.catchUp().catch(() => {})} />;
  }
  const hasBegun = isStarted || state.messages.length + state.pending.length > 0;
  if (!hasBegun) return <Welcome onStart={() => setStarted(true)} />;

  const isConnected = isVisitor || isReached;
  const statusText = () => {
    if (!isConnected) return t(chat ? 'chat.disconnected' : 'chat.down');
    if (typing) return t('chat.typing', { name: typing });
    // Without a physical keyboard the hint is not needed.
    return hasKeyboard ? t('chat.enterHint') : '';
  };
  return (
    <>
      <MessageList
        conversation={store}
        state={state}
        typing={typing}
        greeting={
          <p className="bubble">
            <LocalizedText>{t('chat.greeting')}</LocalizedText>
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
          <LocalizedText>{statusText()}</LocalizedText>
        </p>
        <Composer
          conversation={store}
          composer={composing}
          canSend={isConnected && state.sendingId === null}
          placeholder={t('chat.placeholder')}
          takesFocus={hasKeyboard}
        />
      </div>
    </>
  );
}
