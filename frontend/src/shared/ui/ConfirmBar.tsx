import { useEffect, useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { Button } from './Button';
import { LocalizedText } from './LocalizedText';

type ConfirmBarProps = {
  question: string;
  /** Label of the confirm button; "Delete" by default. */
  confirmLabel?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
};

/**
 * Confirmation of a deletion, below the item. Escape cancels only the confirmation. The focus moves into it, and back to the
 * button that opened it.
 */
export function ConfirmBar({
  question,
  confirmLabel,
  isBusy = false,
  onConfirm,
  onCancel,
}: ConfirmBarProps) {
  const t = useT();
  const bar = useRef<HTMLDivElement>(null);

  const opener = useRef<Element>(null);

  useEffect(() => {
    opener.current ??= document.activeElement;
    bar.current?.querySelector('button')?.focus();
    bar.current?.scrollIntoView({ block: 'nearest' });
    return () => {
      // The bar is gone, and the focus with it, unless something else has taken it.
      const isLost = document.activeElement === document.body;
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus();
    };
  }, []);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look and name
    <div
      ref={bar}
      role="group"
      aria-label={question}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
      className="flex animate-[fade-in_var(--t-base)] flex-wrap items-center gap-2 rounded-md bg-err-soft px-3 py-2.5 text-sm font-medium"
    >
      <p className="me-auto wrap-anywhere">
        <LocalizedText>{question}</LocalizedText>
      </p>
      <div className="ms-auto flex gap-2">
        <Button kind="outline" onClick={onCancel} disabled={isBusy}>
          {t('action.cancel')}
        </Button>
        <Button kind="danger" onClick={onConfirm} isLoading={isBusy}>
          {confirmLabel ?? t('action.delete')}
        </Button>
      </div>
    </div>
  );
}
