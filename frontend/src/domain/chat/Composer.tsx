import { ImagePlus, SendHorizontal, Smile } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { AttachedImage } from './AttachedImage';
import { CharacterCounter } from './CharacterCounter';
import type { ConversationStore } from './conversation-store';
import { EmojiPicker } from './EmojiPicker';
import type { ComposerState } from './use-composer';
import { useSendTyping } from './use-typing';

type ComposerProps = {
  conversation: ConversationStore;
  composer: ComposerState;
  /** False while a message is being sent or the server cannot be reached. */
  canSend: boolean;
  placeholder: string;
  /** Focuses the input on mount. */
  takesFocus?: boolean;
  /** Further buttons beside those for images and emoji. */
  tools?: ReactNode;
};

/** Message input. Enter sends, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const { conversation, composer, canSend, placeholder, tools } = props;
  const t = useT();
  const input = useAutoGrow(composer.text);
  const file = useRef<HTMLInputElement>(null);
  const [hasIcons, setIcons] = useState(false);
  const sendTyping = useSendTyping(conversation.typing);
  const isReady = canSend && !composer.isEmpty && !composer.isPending;

  const submit = () => {
    if (!isReady) return;
    composer.send();
    input.current?.focus();
  };
  const sendIcon = (sms: string) => {
    setIcons(false);
    conversation.seen();
    void conversation.write({ kind: 'icon', sms });
    input.current?.focus();
  };

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      className="grid gap-1.5 px-2 pt-2 pb-[calc(0.5625rem+env(safe-area-inset-bottom))]"
    >
      {composer.error && (
        <p role="alert" className="px-2 text-xs text-err">
          {composer.error}
        </p>
      )}
      <AttachedImage composer={composer} />
      {hasIcons && (
        <EmojiPicker onChoose={sendIcon} onClose={() => setIcons(false)} isDisabled={!canSend} />
      )}
      <textarea
        ref={input}
        rows={1}
        dir="auto"
        data-chat-input
        // biome-ignore lint/a11y/noAutofocus: the window was opened to write in it
        autoFocus={props.takesFocus}
        aria-label={placeholder}
        placeholder={composer.image ? t('chat.caption') : placeholder}
        value={composer.text}
        enterKeyHint="send"
        onChange={({ target }) => {
          composer.write(target.value);
          if (target.value.trim()) sendTyping();
        }}
        onKeyDown={(event) => {
          if (pressedKey(event) !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          submit();
        }}
        onPaste={(event) => {
          const [pasted] = event.clipboardData.files;
          if (!pasted) return;
          event.preventDefault();
          composer.choose(pasted);
        }}
        className="max-h-32 min-h-11 w-full resize-none overflow-y-auto rounded-[22px] bg-surface px-4 py-2.5 text-md leading-6 focus-inside inset-ring inset-ring-line-strong md:text-sm"
      />
      <div className="flex items-center">
        <input
          ref={file}
          type="file"
          hidden
          accept="image/*"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) composer.choose(chosen);
            target.value = '';
          }}
        />
        <IconButton
          icon={ImagePlus}
          label={t('chat.sendImage')}
          onClick={() => file.current?.click()}
        />
        <IconButton
          icon={Smile}
          label={t('chat.icons')}
          aria-expanded={hasIcons}
          onClick={() => setIcons(!hasIcons)}
        />
        {tools}
        <CharacterCounter length={composer.text.length} />
        <button
          type="submit"
          aria-label={t('chat.send')}
          disabled={!isReady}
          className={cx(
            'ms-2 grid size-11 flex-none place-items-center rounded-full bg-action text-on-action hover:bg-action-hover',
            'disabled:bg-surface-3 disabled:text-text-3',
          )}
        >
          <Icon of={SendHorizontal} className="flip" />
        </button>
      </div>
    </form>
  );
}

/** Textarea ref that grows with its text, up to its max-height of 128 px. */
function useAutoGrow(text: string) {
  const input = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the text changes
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return input;
}
