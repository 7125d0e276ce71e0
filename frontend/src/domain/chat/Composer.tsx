import { ImagePlus, SendHorizontal, Smile } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { ChosenPhoto } from './AttachedImage';
import { Counter } from './CharacterCounter';
import type { Talk } from './conversation-store';
import { IconChoice } from './EmojiPicker';
import { PHOTO_TYPES } from './image-rules';
import type { Composing } from './use-composer';
import { useTellTyping } from './use-typing';

type ComposerProps = {
  talk: Talk;
  composing: Composing;
  /** False while something is being sent or the shop cannot be reached. */
  canSend: boolean;
  placeholder: string;
  /** The text has the focus when the composer comes. */
  takesFocus?: boolean;
  /** Further buttons beside those for pictures and signs. */
  tools?: ReactNode;
};

/** Where a message is written. Enter sends it, Shift+Enter starts a line. */
export function Composer(props: ComposerProps) {
  const { talk, composing, canSend, placeholder, tools } = props;
  const t = useT();
  const input = useGrowing(composing.text);
  const file = useRef<HTMLInputElement>(null);
  const [hasIcons, setIcons] = useState(false);
  const tellTyping = useTellTyping(talk.typing);
  const isReady = canSend && !composing.isEmpty;

  const submit = () => {
    if (!isReady) return;
    composing.send();
    input.current?.focus();
  };
  const sendIcon = (sms: string) => {
    setIcons(false);
    talk.seen();
    void talk.write({ kind: 'icon', sms });
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
      {composing.fault && (
        <p role="alert" className="px-2 text-xs text-err">
          {composing.fault}
        </p>
      )}
      {composing.photo && (
        <ChosenPhoto photo={composing.photo} onRemove={() => composing.choose(null)} />
      )}
      {hasIcons && (
        <IconChoice onChoose={sendIcon} onClose={() => setIcons(false)} isDisabled={!canSend} />
      )}
      <textarea
        ref={input}
        rows={1}
        dir="auto"
        data-chat-input
        // biome-ignore lint/a11y/noAutofocus: the window was opened to write in it
        autoFocus={props.takesFocus}
        aria-label={placeholder}
        placeholder={composing.photo ? t('chat.caption') : placeholder}
        value={composing.text}
        enterKeyHint="send"
        onChange={({ target }) => {
          composing.write(target.value);
          if (target.value.trim()) tellTyping();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          submit();
        }}
        onPaste={(event) => {
          const [pasted] = event.clipboardData.files;
          if (!pasted) return;
          event.preventDefault();
          composing.choose(pasted);
        }}
        className="max-h-32 min-h-11 w-full resize-none overflow-y-auto rounded-[22px] bg-surface px-4 py-2.5 text-md leading-6 inset-ring inset-ring-line-strong md:text-sm"
      />
      <div className="flex items-center">
        <input
          ref={file}
          type="file"
          hidden
          accept={PHOTO_TYPES.join()}
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            if (chosen) composing.choose(chosen);
            target.value = '';
          }}
        />
        <IconButton
          icon={ImagePlus}
          label={t('chat.photo')}
          onClick={() => file.current?.click()}
        />
        <IconButton
          icon={Smile}
          label={t('chat.icons')}
          aria-expanded={hasIcons}
          onClick={() => setIcons(!hasIcons)}
        />
        {tools}
        <Counter length={composing.text.length} />
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

/** Grows with its text, up to the height its style allows (128 px). */
function useGrowing(text: string) {
  const input = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured anew whenever the text changes
  useLayoutEffect(() => {
    const element = input.current;
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
  return input;
}
