import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useReplayEarlyInput } from '@/shared/hydration/use-replay-early-input';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { clampQuantity, typedQuantity } from './cart-quantity';

type QuantityFieldProps = {
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Name of the field, for screen readers. */
  label: string;
  /** Name of the counted product: the buttons are read as "Fewer: name" and "More: name". */
  name: string;
};

/**
 * Quantity stepper: minus, number, plus. While typing, an empty input or 0 changes nothing; leaving it empty resets it
 * to 1. A text that is not a whole number changes nothing and is named beside the field.
 */
export function QuantityField({ value, max, onChange, label, name }: QuantityFieldProps) {
  const t = useT();
  const errorId = useId();
  const box = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [lastValue, setLastValue] = useState(value);

  // A new value from outside (another device, insufficient stock) replaces the typed one.
  if (lastValue !== value) {
    setLastValue(value);
    const typed = draft === null ? null : typedQuantity(draft, max);
    if (typed && typed !== value) setDraft(null);
  }

  const step = (by: number) => {
    setDraft(null);
    setRefused(null);
    onChange(clampQuantity(value + by, max));
  };

  const type = (text: string) => {
    const quantity = typedQuantity(text, max);
    setRefused(quantity === null ? text.trim() : null);
    setDraft(quantity ? String(quantity) : text);
    if (quantity) onChange(quantity);
  };

  useReplayEarlyInput(box, draft ?? String(value), (early) => {
    type(early.value);
    if (document.activeElement !== early) setDraft(null);
  });

  const leave = () => {
    if (draft !== null && typedQuantity(draft, max) === undefined) onChange(1);
    setDraft(null);
  };

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
          disabled={value <= 1}
          onClick={() => step(-1)}
          className="disabled:text-text-3"
        />
        <input
          ref={box}
          inputMode="numeric"
          autoComplete="off"
          aria-label={label}
          aria-invalid={refused !== null}
          aria-describedby={refused === null ? undefined : errorId}
          value={draft ?? String(value)}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          onKeyDown={handleKeyDown}
          className="num w-12 rounded-xs bg-transparent text-center font-semibold"
        />
        <IconButton
          icon={Plus}
          label={t('quantity.more', { name })}
          disabled={value >= max}
          onClick={() => step(1)}
          className="disabled:text-text-3"
        />
      </div>
      {refused !== null && (
        <p id={errorId} role="alert" className="mt-1 max-w-56 text-xs text-err">
          {t('quantity.notWhole', { text: refused })}
        </p>
      )}
    </div>
  );
}
