import { useEffect, useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';

const EMOJI = ['👍', '🙏', '😊', '❤️', '👌', '🎉', '😢', '❓'];

type EmojiPickerProps = {
  onChoose: (icon: string) => void;
  onClose: () => void;
  isDisabled: boolean;
};

/** Emoji picker. A click sends the emoji as a message. */
export function EmojiPicker({ onChoose, onClose, isDisabled }: EmojiPickerProps) {
  const t = useT();
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => row.current?.querySelector('button')?.focus(), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div
      ref={row}
      role="group"
      aria-label={t('chat.icons')}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape') return;
        // On phones the chat is a modal dialog, which Escape would close as well.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      className="flex justify-between rounded-md bg-surface-2"
    >
      {EMOJI.map((icon) => (
        <button
          key={icon}
          type="button"
          disabled={isDisabled}
          onClick={() => onChoose(icon)}
          className="grid size-11 place-items-center rounded-md text-xl leading-none hover:bg-surface-3 disabled:opacity-50"
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
