import { Composer } from '@/domain/chat/Composer';
import { MessageList } from '@/domain/chat/MessageList';
import { useComposer } from '@/domain/chat/use-composer';
import { useConversation, useConversationSync } from '@/domain/chat/use-conversation';
import { useTyping } from '@/domain/chat/use-typing';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { ConflictBar } from './ConflictBar';
import { ConversationHeader } from './PaneHeader';
import { ProductAside } from './ProductAside';
import { ProductTool } from './ProductTool';
import { QuickReplyMenu } from './QuickReplyMenu';
import { staffConversation } from './staff-conversation';
import { useTools } from './use-tools';

/** Conversation with one customer: messages, claim, and the composer. */
export function ConversationPane({ cusId, isOnline }: { cusId: number; isOnline: boolean }) {
  const t = useT();
  const store = staffConversation(cusId, t);
  const state = useConversation(store);
  const isConnected = useConversationSync(store, cusId);
  const typing = useTyping(cusId, 'staff');
  const composing = useComposer(store, t);
  const { chat } = useLiveState();
  const tools = useTools(composing);
  const held = state.pending.find((pending) => pending.state === 'held');

  if (state.status === 'failed') {
    return <ErrorState error={state.error} onRetry={() => void store.catchUp().catch(() => {})} />;
  }
  const statusText = () => {
    if (!isConnected && state.status === 'ready') {
      return t(chat ? 'chat.disconnected' : 'chat.down');
    }
    return typing ? t('chat.typing', { name: typing }) : t('staff.hint');
  };
  return (
    <div className="grid min-h-0 flex-1 2xl:grid-cols-[minmax(0,1fr)_17.5rem]">
      <div className="flex min-h-0 min-w-0 flex-col">
        <ConversationHeader
          store={store}
          conversation={state.conversation}
          cusId={cusId}
          isOnline={isOnline}
        />
        {state.status === 'loading' ? (
          <p role="status" aria-label={t('state.loading')} className="flex-1 bg-sunken" />
        ) : (
          <MessageList conversation={store} state={state} typing={typing} />
        )}
        {held && (
          <ConflictBar
            store={store}
            held={held}
            conversation={state.conversation}
            messages={state.messages}
            onEdit={(text) => composing.write(text)}
          />
        )}
        <div className="flex-none border-t border-line">
          <p
            role="status"
            data-connected={isConnected}
            className="h-7 truncate px-4 pt-1.5 text-xs text-text-3"
          >
            <LocalizedText>{statusText()}</LocalizedText>
          </p>
          {tools.panel === 'replies' && (
            <QuickReplyMenu filter={tools.filter} onChoose={tools.choose} onClose={tools.close} />
          )}
          {tools.panel === 'product' && (
            <ProductTool
              isDisabled={!isConnected}
              onClose={tools.close}
              onChoose={(id, name) => {
                tools.close();
                store.seen();
                void store.write({ kind: 'deeplink', sms: name, url: `/la/shop/${id}` });
              }}
            />
          )}
          <Composer
            conversation={store}
            composer={composing}
            canSend={isConnected && state.sendingId === null && !held && tools.panel !== 'replies'}
            placeholder={t('staff.placeholder')}
            tools={tools.buttons}
          />
        </div>
      </div>
      <ProductAside messages={state.messages} />
    </div>
  );
}
