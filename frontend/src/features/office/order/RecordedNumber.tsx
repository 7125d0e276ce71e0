import { useId } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';

/** A payment that was refused because its bank number is recorded. */
export type RecordedTransfer = {
  reference: string;
  /** Numbers of the orders that the transfer paid. */
  orders: string[];
};

type RecordedNumberProps = {
  recorded: RecordedTransfer;
  /** Whether the user says that it is another payment. */
  isOther: boolean;
  onChange: (isOther: boolean) => void;
};

/** Warning that a bank number is already recorded, with a checkbox to confirm that this is another payment. */
export function RecordedNumber({ recorded, isOther, onChange }: RecordedNumberProps) {
  const t = useT();
  const id = useId();
  const orders = recorded.orders.join(', ');
  return (
    <div role="alert" data-kind="warn" className="o-bar">
      <div className="grid gap-2">
        <p>
          <LocalizedText>
            {t('office.means.recorded', { reference: recorded.reference, orders })}
          </LocalizedText>
        </p>
        <label htmlFor={id} className="o-row">
          <span className="o-check">
            <input
              id={id}
              type="checkbox"
              checked={isOther}
              onChange={({ target }) => onChange(target.checked)}
            />
          </span>
          {t('office.means.otherPayment')}
        </label>
      </div>
    </div>
  );
}
