import { useLocation } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { openChat, useChatWindow } from '@/domain/chat/chat-window';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { coversAddButton, watchPositions } from './covers-add-button';

const STEP = 10;
/** Pages on which the launcher is hidden on phones, because it would cover their bottom bar: cart and checkout. */
const BUYING = /^\/(cart|checkout)/;

/** Button that opens the chat. On phones it hides while the page is scrolled down, and where it would cover a plus button. */
export function ChatLauncher({ onHint }: { onHint: () => void }) {
  const t = useT();
  const { mode, unread } = useChatWindow();
  const button = useRef<HTMLButtonElement>(null);
  const isAway = useIsAway(button);
  const path = useLocation({ select: ({ pathname }) => pathname });
  if (mode !== 'closed') return null;
  return (
    <button
      ref={button}
      type="button"
      aria-haspopup="dialog"
      aria-label={t('chat.show', { count: unread })}
      data-away={isAway || undefined}
      onPointerEnter={onHint}
      onFocus={onHint}
      onClick={() => openChat()}
      className={cx(
        'chat-launcher fixed end-4 bottom-4 z-(--z-fab) size-13 place-items-center rounded-full bg-action text-on-action shadow-2 transition-[opacity,translate,visibility] duration-(--t-base) hover:bg-action-hover lg:end-6 lg:bottom-6 lg:size-14',
        BUYING.test(path) && 'max-lg:hidden',
      )}
    >
      <Icon of={MessageCircle} size="l" />
      {unread > 0 && <span className="counter -top-1! -end-1! bg-err! text-on-err!">{unread}</span>}
    </button>
  );
}

function useIsAway(button: RefObject<HTMLElement | null>): boolean {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    let from = scrollY;
    let isDown = false;
    const look = () => {
      if (Math.abs(scrollY - from) > STEP) {
        isDown = scrollY > from;
        from = scrollY;
      }
      setAway(innerWidth < 1024 && (isDown || coversAddButton(button.current)));
    };
    return watchPositions(look);
  }, [button]);
  return isAway;
}
