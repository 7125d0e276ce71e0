import { Minus, Plus } from 'lucide-react';
import { useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { readWholeNumber } from '@/shared/format/whole-number';
import { pressedKey } from '@/shared/forms/pressed-key';
import { OfficeIconButton } from '../OfficeButton';
import { useOffice } from '../use-office-format';
import { MAX_QUANTITY } from './order-draft';

type QuantityBoxProps = {
  name: string;
  value: number;
  onChange: (value: number) => void;
  onDone: () => void;
};

/** Units of a line: typed, by the buttons, or by the arrow keys. */
export function QuantityBox({ name, value, onChange, onDone }: QuantityBoxProps) {
  const { t } = useOffice();
  const [typed, setTyped] = useState<string>();
  const set = (next: number) => {
    setTyped(undefined);
    onChange(Math.min(Math.max(next, 1), MAX_QUANTITY));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div role="group" aria-label={t('office.new.unitsOf', { name })} className="o-stepper">
      <OfficeIconButton
        icon={Minus}
        label={`${t('office.return.less')}: ${name}`}
        disabled={value <= 1}
        onClick={() => set(value - 1)}
      />
      <input
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={typed ?? formatNumber(value)}
        aria-label={t('office.new.quantityOf', { name })}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setTyped(target.value);
          const read = readWholeNumber(target.value);
          if (read && read <= MAX_QUANTITY) onChange(read);
        }}
        onBlur={() => setTyped(undefined)}
        onKeyDown={(event) => {
          const key = pressedKey(event);
          if (key === 'ArrowUp') set(value + 1);
          else if (key === 'ArrowDown') set(value - 1);
          else if (key === 'Enter' && !event.ctrlKey && !event.metaKey) onDone();
          else return;
          event.preventDefault();
        }}
      />
      <OfficeIconButton
        icon={Plus}
        label={`${t('office.return.more')}: ${name}`}
        disabled={value >= MAX_QUANTITY}
        onClick={() => set(value + 1)}
      />
    </div>
  );
}
