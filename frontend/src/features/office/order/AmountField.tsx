import { useId, useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { readPrice } from '@/shared/format/price-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { kipText } from '../OfficeKip';
import { awaitsPayment } from '../order-effects';
import type { MoneyMethod, OrderActionName, StaffOrder } from '../staff-order-types';

/** Typed amount of an action. */
export type Amount = {
  isShown: boolean;
  label: MessageKey;
  typed: string;
  setTyped: (typed: string) => void;
  /** Amount in kip; undefined without the field, or if the whole open amount is paid. */
  value: number | undefined;
  error: string | undefined;
  /** Text about what follows from an amount other than the open one. */
  hint: string | undefined;
};

/**
 * Field for the amount of a payment or a partial refund. A payment is prefilled with the `received` amount, otherwise with
 * the open one; one by the QR code of the order has the amount of its code.
 */
export function useAmountField(
  order: StaffOrder,
  action: OrderActionName,
  method: MoneyMethod,
  received?: number,
): Amount {
  const t = useT();
  const isByCode = order.payment.method === 'qr' && method === 'qr' && awaitsPayment(order);
  const isPayment = action === 'mark_paid' && !isByCode;
  const isShown = isPayment || action === 'refund_part';
  const { unpaid: expected, refundable } = order;
  const isPrefilled = action === 'mark_paid' && expected > 0;
  const [typed, setTyped] = useState(isPrefilled ? formatNumber(received ?? expected) : '');
  const read = readPrice(typed);
  const isNumber = typeof read === 'number' && read > 0;
  const isTooMuch = isNumber && action === 'refund_part' && read > refundable;
  const left = order.grant_left ?? null;
  const needsManager = isNumber && action === 'refund_part' && left !== null && read > left;
  let error: string | undefined;
  if (isShown && !isNumber) error = t('office.amount.missing');
  else if (isShown && isTooMuch) error = t('office.amount.limit', { amount: kipText(refundable) });
  else if (isShown && needsManager) error = t('office.amount.manager', { amount: kipText(left) });
  let hint: string | undefined;
  if (isPayment && isNumber && read !== expected) {
    const amount = kipText(Math.abs(read - expected));
    if (read < expected) hint = t('office.amount.short', { amount });
    else hint = t(isRefunded(order) ? 'office.amount.toRefund' : 'office.amount.over', { amount });
  }
  if (action === 'refund_part' && left !== null && left < refundable) {
    hint = t('office.amount.manager', { amount: kipText(left) });
  }
  return {
    isShown,
    label: isPayment ? 'office.amount.received' : 'office.amount.refund',
    typed,
    setTyped,
    value: isShown && isNumber && !(isPayment && read === expected) ? read : undefined,
    error,
    hint,
  };
}

/** Whether a further payment is refunded, and does not make the order overpaid. */
const isRefunded = ({ status, payment }: StaffOrder): boolean =>
  status === 'cancelled' || status === 'expired' || payment.status === 'refund_due';

type AmountFieldProps = { field: Amount; isChecked: boolean };

export function AmountField({ field, isChecked }: AmountFieldProps) {
  const t = useT();
  const id = useId();
  const isWrong = isChecked && field.error !== undefined;
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
          {field.error}
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
