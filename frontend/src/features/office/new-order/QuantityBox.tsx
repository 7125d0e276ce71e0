import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { useTypedQuantity } from '@/domain/cart/use-typed-quantity';
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

/**
 * Quantity of a line: typed, by buttons, or by arrow keys. A text that is not a whole number, and 0, show an error and stay
 * in the field, so that the order is not saved with another quantity (`focusWrongQuantity`). An empty field gets the quantity
 * from before the typing.
 */
export function QuantityBox({ name, value, onChange, onDone }: QuantityBoxProps) {
  const { t } = useOffice();
  const errorId = useId();
  const typed = useTypedQuantity(value, MAX_QUANTITY, onChange, true);
  const { draft, refused, isCapped, type, leave, reset } = typed;
  const isZero = draft !== undefined && readWholeNumber(draft) === 0;
  const isWrong = refused !== undefined || isZero;
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
          aria-invalid={isWrong}
          aria-describedby={isWrong || isCapped ? errorId : undefined}
          value={draft ?? formatNumber(value)}
          aria-label={t('office.new.quantityOf', { name })}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => type(target.value)}
          onBlur={() => isWrong || leave()}
          onKeyDown={(event) => {
            const key = pressedKey(event);
            if (key === 'ArrowUp') set(value + 1);
            else if (key === 'ArrowDown') set(value - 1);
            else if (key !== 'Enter' || event.ctrlKey || event.metaKey) return;
            else if (!isWrong) onDone();
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
      {isWrong && (
        <p id={errorId} role="alert" className="o-small max-w-48 text-err">
          {refused === undefined
            ? t('office.new.zeroUnits')
            : t('quantity.notWhole', { text: refused })}
        </p>
      )}
      {isCapped && (
        <p id={errorId} role="status" className="o-small max-w-48">
          {t('office.new.mostUnits', { count: formatNumber(MAX_QUANTITY) })}
        </p>
      )}
    </div>
  );
}
