import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { awaitsPayment } from '../order-effects';
import { MONEY_METHOD_TEXTS, usualMoneyMethod } from '../order-labels';
import { EditField } from '../product/EditField';
import type { MoneyMethod, OrderAction, StaffOrder } from '../staff-order-types';
import { maxTypedReference, type ReceivedTransfer, sentReference } from './received-transfer';

const METHODS: MoneyMethod[] = ['cash', 'transfer', 'qr', 'card'];

/** Chosen method and typed reference of a payment or refund. */
export type MovementDraft = {
  isShown: boolean;
  method: MoneyMethod;
  setMethod: (method: MoneyMethod) => void;
  reference: string;
  setReference: (reference: string) => void;
  /** Maximum characters of the reference. */
  maxLength: number;
  error: MessageKey | undefined;
  /** Part of the request body; empty without these fields. */
  words: { method?: MoneyMethod; reference?: string };
};

/**
 * Fields for method and reference of a payment or a refund. The method is prefilled from the order, or both from a received
 * transfer.
 */
export function useMovementDetails(
  order: StaffOrder,
  { action, effects }: OrderAction,
  transfer?: ReceivedTransfer,
): MovementDraft {
  const isHandedOver = action === 'hand_over' && effects.money_moved;
  const isShown = action === 'mark_paid' || action === 'mark_refunded' || isHandedOver;
  const isFurther = action === 'mark_paid' && !awaitsPayment(order);
  const usual = isFurther ? 'cash' : usualMoneyMethod(order.payment.method);
  const [method, setMethod] = useState<MoneyMethod>(transfer ? 'transfer' : usual);
  const [reference, setReference] = useState(
    transfer?.reference || transfer?.derivedReference || '',
  );
  const typed = method === 'transfer' ? sentReference(reference, transfer) : reference.trim();
  const isMissing = isShown && method === 'transfer' && typed === '';
  return {
    isShown,
    method,
    setMethod,
    reference,
    setReference,
    maxLength: maxTypedReference(transfer),
    error: isMissing ? 'office.means.referenceMissing' : undefined,
    words: isShown ? { method, ...(typed && { reference: typed }) } : {},
  };
}

type MovementFieldsProps = { draft: MovementDraft; isChecked: boolean };

export function MovementFields({ draft, isChecked }: MovementFieldsProps) {
  const t = useT();
  return (
    <div className="o-pair">
      <EditField label={t('office.means.method')}>
        {(control) => (
          <select
            {...control}
            value={draft.method}
            onChange={({ target }) => draft.setMethod(target.value as MoneyMethod)}
            className="o-select"
          >
            {METHODS.map((method) => (
              <option key={method} value={method}>
                {t(MONEY_METHOD_TEXTS[method])}
              </option>
            ))}
          </select>
        )}
      </EditField>
      <EditField
        label={t('office.means.reference')}
        error={isChecked ? draft.error : undefined}
        hint={t('office.means.referenceHint')}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            dir="ltr"
            maxLength={draft.maxLength}
            value={draft.reference}
            aria-required={draft.method === 'transfer'}
            onChange={({ target }) => draft.setReference(target.value)}
            className="o-field"
          />
        )}
      </EditField>
    </div>
  );
}
