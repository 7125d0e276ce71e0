import { Maximize2, Minimize2, Minus, Move, X } from 'lucide-react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { type ChatMode, openChat, setChatMode } from '@/domain/chat/chat-window';
import { shopName } from '@/shared/head/shop-name';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { HeaderButton } from './HeaderButton';

type ChatHeaderProps = {
  mode: ChatMode;
  unread: number;
  /** First name of the member of staff who currently answers. */
  answering: string | undefined;
  isStaffOnline: boolean;
  /** Text about when staff answer. */
  presence: string;
  drag: ComponentProps<'div'>;
  onMoveKey: (event: KeyboardEvent) => void;
  onMove: () => void;
  onClose: () => void;
};

/** First letter of a name. A Lao vowel before its consonant is included with it. */
const initialOf = (name: string) => /^[\u0EC0-\u0EC4]?./u.exec(name)?.[0];

/** Header of the chat: who answers, and buttons to move, maximize, minimize and close the window. */
export function ChatHeader(props: ChatHeaderProps) {
  const { mode, unread, answering, isStaffOnline } = props;
  const t = useT();
  const isFolded = mode === 'minimized';
  const title = (
    <span className="min-w-0 flex-1 text-start">
      <b id="chat-title" className="block truncate text-sm leading-tight font-semibold">
        <LocalizedText>{answering ? `${answering} · ${shopName()}` : shopName()}</LocalizedText>
      </b>
      <span
        data-presence={isStaffOnline ? 'online' : 'away'}
        className="block text-[0.6875rem] leading-tight text-on-ink-2"
      >
        <LocalizedText>{props.presence}</LocalizedText>
      </span>
    </span>
  );
  return (
    <div
      {...props.drag}
      className="chat-header flex min-h-15 flex-none items-center gap-2.5 bg-ink ps-4 pe-1.5 text-on-ink"
    >
      <span
        className="avatar [--avatar-ground:var(--ink)]"
        data-online={isStaffOnline || undefined}
        aria-hidden
      >
        {initialOf(answering || shopName())}
      </span>
      {isFolded ? (
        <button
          type="button"
          onClick={() => openChat()}
          aria-label={t('chat.restore')}
          className="flex min-h-13 min-w-0 flex-1 items-center gap-2 rounded-md"
        >
          {title}
          {unread > 0 && <span className="counter static! flex-none shadow-none!">{unread}</span>}
        </button>
      ) : (
        title
      )}
      <div className="flex flex-none">
        {mode === 'open' && (
          <HeaderButton
            icon={Move}
            label={t('chat.move')}
            onClick={props.onMove}
            onKeyDown={props.onMoveKey}
            className="max-md:hidden"
          />
        )}
        <HeaderButton
          icon={mode === 'maximized' ? Minimize2 : Maximize2}
          label={t(mode === 'maximized' ? 'chat.restore' : 'chat.maximize')}
          onClick={() => setChatMode(mode === 'maximized' ? 'open' : 'maximized')}
          className="max-md:hidden"
        />
        {!isFolded && (
          <HeaderButton
            icon={Minus}
            label={t('chat.minimize')}
            onClick={() => setChatMode('minimized')}
          />
        )}
        <HeaderButton icon={X} label={t('action.close')} onClick={props.onClose} />
      </div>
    </div>
  );
}
