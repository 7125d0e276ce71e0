import { useId, useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { kipText } from '../OfficeKip';
import { refundableOf, unpaidOf } from '../order-effects';
import { readPrice } from '../products/price-text';
import type { OrderActionName, StaffOrder } from '../staff-order-types';

/** The amount of a step, as typed. */
export type Amount = {
  isShown: boolean;
  label: MessageKey;
  typed: string;
  setTyped: (typed: string) => void;
  /** Undefined without a field for it, or when it is all that is to be paid. */
  value: number | undefined;
  fault: string | undefined;
  /** What follows from an amount that differs from what is to be paid. */
  hint: string | undefined;
};

/**
 * The amount of a payment or of a refund of a part. A payment begins with what is to be paid, because it rarely differs;
 * one by QR code has the amount of its code.
 */
export function useAmountField(order: StaffOrder, action: OrderActionName): Amount {
  const t = useT();
  const isPayment = action === 'mark_paid' && order.payment.method !== 'qr';
  const isShown = isPayment || action === 'refund_part';
  const expected = unpaidOf(order);
  const [typed, setTyped] = useState(isPayment ? formatNumber(expected) : '');
  const read = readPrice(typed);
  const most = refundableOf(order);
  const isNumber = typeof read === 'number' && read > 0;
  const isTooMuch = isNumber && action === 'refund_part' && read > most;
  let fault: string | undefined;
  if (isShown && !isNumber) fault = t('office.amount.missing');
  else if (isShown && isTooMuch) fault = t('office.amount.most', { amount: kipText(most) });
  let hint: string | undefined;
  if (isPayment && isNumber && read !== expected) {
    hint =
      read < expected
        ? t('office.amount.short', { amount: kipText(expected - read) })
        : t('office.amount.over', { amount: kipText(read - expected) });
  }
  return {
    isShown,
    label: isPayment ? 'office.amount.received' : 'office.amount.refund',
    typed,
    setTyped,
    value: isShown && isNumber && !(isPayment && read === expected) ? read : undefined,
    fault,
    hint,
  };
}

type AmountFieldProps = { field: Amount; isChecked: boolean };

export function AmountField({ field, isChecked }: AmountFieldProps) {
  const t = useT();
  const id = useId();
  const isWrong = isChecked && field.fault !== undefined;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-semibold">
        {t(field.label)}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        value={field.typed}
        aria-invalid={isWrong}
        aria-describedby={isWrong || field.hint ? `${id}-hint` : undefined}
        onChange={({ target }) => field.setTyped(target.value)}
        className="o-field tabular-nums"
      />
      {isWrong ? (
        <p id={`${id}-hint`} role="alert" className="o-small text-err">
          {field.fault}
        </p>
      ) : (
        field.hint && (
          <p id={`${id}-hint`} role="status" className="o-small text-warn">
            <LocalizedText>{field.hint}</LocalizedText>
          </p>
        )
      )}
    </div>
  );
}
