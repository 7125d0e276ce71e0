import { type CSSProperties, useEffect, useRef } from 'react';
import { setChatMode, useChatWindow } from '@/domain/chat/chat-window';
import { ownerOf } from '@/domain/chat/outbox-owner';
import { useConversation } from '@/domain/chat/use-conversation';
import { useSession } from '@/domain/session/session';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';
import { ErrorState } from '@/shared/ui/PageStates';
import { ChatBody } from './ChatBody';
import { ChatHeader } from './ChatHeader';
import { ChatSpinner } from './ChatSpinner';
import { customerConversation } from './customer-conversation';
import { useChatDialog } from './use-chat-dialog';
import { usePresenceText } from './use-presence-text';
import { useNarrow, useVisibleHeight } from './use-screen';
import { useWindowPlacement } from './use-window-placement';

/**
 * The chat's window. On a phone and when maximized it covers the page and is modal; as a card it floats over the page,
 * which stays in use.
 */
export function ChatWindow() {
  const t = useT();
  const dialog = useRef<HTMLDialogElement>(null);
  const { mode, unread } = useChatWindow();
  const { status, isCustomer, error, retry } = useSession();
  const { staffOnline } = useLiveState();
  const store = customerConversation(ownerOf(isCustomer), t);
  const { conversation } = useConversation(store);
  const placement = useWindowPlacement();
  const presence = usePresenceText(isCustomer);
  const isNarrow = useNarrow();
  const isShown = mode !== 'closed';
  const isWhole = isShown && mode !== 'minimized';
  const isModal = isWhole && (isNarrow || mode === 'maximized');
  const height = useVisibleHeight(isNarrow && isWhole);
  useChatDialog(dialog, isShown, isModal, isWhole && !isNarrow);

  useEffect(() => {
    if (!isShown) document.querySelector<HTMLElement>('.chat-launcher')?.focus();
  }, [isShown]);

  const close = () => setChatMode('closed');
  useBackCloses(isModal, close);
  const style = {
    '--chat-x': `${placement.place.x}px`,
    '--chat-y': `${placement.place.y}px`,
    ...(height && { '--chat-height': `${height}px` }),
  } as CSSProperties;
  return (
    <dialog
      ref={dialog}
      aria-labelledby="chat-title"
      data-mode={mode}
      data-dragged={placement.isDragged || undefined}
      className="chat"
      style={style}
      onCancel={(event) => {
        if (event.target !== dialog.current) return;
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape' || isModal) return;
        event.stopPropagation();
        close();
      }}
      onClick={({ target }) => {
        // A link within the shop shows its page, so a window that covers the page minimizes.
        const link = (target as Element).closest<HTMLAnchorElement>('a[href]');
        if (isModal && link && !link.target) setChatMode('minimized');
      }}
    >
      <ChatHeader
        mode={mode}
        unread={unread}
        answering={conversation?.claimed_by?.fname}
        isStaffOnline={staffOnline}
        presence={presence}
        drag={placement.drag}
        onMoveKey={placement.onMoveKey}
        onMove={placement.toNextCorner}
        onClose={close}
      />
      {isWhole && (
        <>
          {status === 'pending' && <ChatSpinner />}
          {status === 'failed' && <ErrorState error={error} onRetry={retry} />}
          {(status === 'customer' || status === 'visitor') && (
            <ChatBody
              key={store.owner}
              store={store}
              isVisitor={status === 'visitor'}
              hasKeyboard={!isNarrow}
            />
          )}
        </>
      )}
    </dialog>
  );
}
