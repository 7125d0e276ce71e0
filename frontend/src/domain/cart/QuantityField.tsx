import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useRef } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useReplayEarlyInput } from '@/shared/hydration/use-replay-early-input';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { pressable } from '@/shared/ui/pressable';
import { clampQuantity } from './cart-quantity';
import { useTypedQuantity } from './use-typed-quantity';

type QuantityFieldProps = {
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Name of the field, for screen readers. */
  label: string;
  /** Name of the counted product: the buttons are read as "Fewer: name" and "More: name". */
  name: string;
  /** Text shown when more than `max` was typed, which is lowered. */
  capText?: string | undefined;
  /** Look of the note below the field that says why the typed text was lowered or refused. */
  noteClassName?: string;
};

/**
 * Quantity stepper: minus, number, plus. While the user types, an empty input or 0 changes nothing; leaving it empty
 * resets it to 1. A text that is not a whole number shows an error, and the quantity from before the typing is kept.
 */
export function QuantityField(props: QuantityFieldProps) {
  const { value, max, onChange, label, name, capText } = props;
  const { noteClassName = 'mt-1 max-w-56' } = props;
  const t = useT();
  const errorId = useId();
  const box = useRef<HTMLInputElement>(null);
  const typed = useTypedQuantity(value, max, onChange);
  const { draft, refused, type, leave, reset } = typed;
  const cap = typed.isCapped ? capText : undefined;

  const step = (by: number) => {
    reset();
    onChange(clampQuantity(value + by, max));
  };

  useReplayEarlyInput(box, draft ?? String(value), (early) => {
    type(early.value);
    if (document.activeElement !== early) leave();
  });

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = pressedKey(event);
    if (key === 'ArrowUp' || key === 'ArrowDown') {
      event.preventDefault();
      step(key === 'ArrowUp' ? 1 : -1);
    }
    if (key === 'Enter' || key === 'Escape') {
      // Prevents these keys from submitting or closing a surrounding dialog.
      event.preventDefault();
      event.currentTarget.blur();
    }
  };

  return (
    <div>
      <div className="inline-flex h-11 items-center rounded-md inset-ring inset-ring-line-strong">
        <IconButton
          icon={Minus}
          label={t('quantity.less', { name })}
          {...pressable(value <= 1, () => step(-1))}
          className="off:text-text-3"
        />
        <input
          ref={box}
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          aria-invalid={refused !== undefined && draft !== undefined}
          aria-describedby={refused === undefined && !cap ? undefined : errorId}
          value={draft ?? String(value)}
          // This is needed even if the valid text equals the shown text, because there is no
          // change event then.
          onInput={typed.clear}
          onChange={(event) => type(event.target.value)}
          onBlur={() => leave() && onChange(1)}
          onKeyDown={handleKeyDown}
          className="num w-12 rounded-xs bg-transparent text-center font-semibold"
        />
        <IconButton
          icon={Plus}
          label={t('quantity.more', { name })}
          {...pressable(value >= max, () => step(1))}
          className="off:text-text-3"
        />
      </div>
      {refused !== undefined && (
        <p id={errorId} role="alert" className={cx(noteClassName, 'text-xs text-err')}>
          {t('quantity.notWhole', { text: refused })}
        </p>
      )}
      {cap && (
        <p id={errorId} role="status" className={cx(noteClassName, 'text-xs text-text-2')}>
          {cap}
        </p>
      )}
    </div>
  );
}
