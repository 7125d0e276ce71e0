import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { useTypedQuantity } from '@/domain/cart/use-typed-quantity';
import { formatNumber } from '@/shared/format/kip';
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

/** Quantity of a line: typed, by buttons, or by arrow keys. A text that is not a whole number shows an error. */
export function QuantityBox({ name, value, onChange, onDone }: QuantityBoxProps) {
  const { t } = useOffice();
  const errorId = useId();
  const { draft, refused, type, leave, reset } = useTypedQuantity(value, MAX_QUANTITY, onChange);
  const set = (next: number) => {
    reset();
    onChange(Math.min(Math.max(next, 1), MAX_QUANTITY));
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look */}
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
          aria-invalid={refused !== undefined}
          aria-describedby={refused === undefined ? undefined : errorId}
          value={draft ?? formatNumber(value)}
          aria-label={t('office.new.quantityOf', { name })}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
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
      {refused !== undefined && (
        <p id={errorId} role="alert" className="o-small max-w-48 text-err">
          {t('quantity.notWhole', { text: refused })}
        </p>
      )}
    </div>
  );
}
