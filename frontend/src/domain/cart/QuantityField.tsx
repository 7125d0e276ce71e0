import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useReplayEarlyInput } from '@/shared/hydration/use-replay-early-input';
import { useT } from '@/shared/i18n/language-context';
import { IconButton } from '@/shared/ui/Button';
import { clampQuantity, typedQuantity } from './cart-quantity';

type QuantityFieldProps = {
  value: number;
  max: number;
  onChange: (value: number) => void;
  /** Name of the counted product, for screen readers. */
  label: string;
};

/**
 * Quantity stepper: minus, number, plus. While typing, an empty input or 0 changes nothing; leaving it empty resets it
 * to 1.
 */
export function QuantityField({ value, max, onChange, label }: QuantityFieldProps) {
  const t = useT();
  const box = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [lastValue, setLastValue] = useState(value);

  // A new value from outside (another device, insufficient stock) replaces the typed one.
  if (lastValue !== value) {
    setLastValue(value);
    const typed = draft === null ? null : typedQuantity(draft, max);
    if (typed !== null && typed !== value) setDraft(null);
  }

  const step = (by: number) => {
    setDraft(null);
    onChange(clampQuantity(value + by, max));
  };

  const type = (text: string) => {
    const digits = text.replace(/\D/g, '');
    const quantity = typedQuantity(digits, max);
    setDraft(quantity === null ? digits : String(quantity));
    if (quantity !== null) onChange(quantity);
  };

  useReplayEarlyInput(box, draft ?? String(value), (early) => {
    type(early.value);
    if (document.activeElement !== early) setDraft(null);
  });

  const leave = () => {
    if (draft !== null && typedQuantity(draft, max) === null) onChange(1);
    setDraft(null);
  };

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      step(event.key === 'ArrowUp' ? 1 : -1);
    }
    if (event.key === 'Enter' || event.key === 'Escape') {
      // Prevents these keys from submitting or closing a surrounding dialog.
      event.preventDefault();
      event.currentTarget.blur();
    }
  };

  return (
    <div className="inline-flex h-11 items-center rounded-md inset-ring inset-ring-line-strong">
      <IconButton
        icon={Minus}
        label={t('quantity.less')}
        disabled={value <= 1}
        onClick={() => step(-1)}
        className="disabled:text-text-3"
      />
      <input
        ref={box}
        inputMode="numeric"
        autoComplete="off"
        aria-label={label}
        value={draft ?? String(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
        onKeyDown={handleKeyDown}
        className="num w-12 rounded-xs bg-transparent text-center font-semibold"
      />
      <IconButton
        icon={Plus}
        label={t('quantity.more')}
        disabled={value >= max}
        onClick={() => step(1)}
        className="disabled:text-text-3"
      />
    </div>
  );
}
