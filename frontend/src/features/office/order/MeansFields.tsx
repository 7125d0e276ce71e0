import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { awaitsPayment } from '../order-effects';
import { MONEY_METHOD_TEXTS, usualMeans } from '../order-labels';
import { EditField } from '../product/EditField';
import type { MoneyMethod, OrderAction, StaffOrder } from '../staff-order-types';
import type { ReceivedTransfer } from './received-transfer';

const MAX_REFERENCE_LENGTH = 64;
const METHODS: MoneyMethod[] = ['cash', 'transfer', 'qr', 'card'];

/** Chosen method and typed reference of a payment or refund. */
export type MeansDraft = {
  isShown: boolean;
  method: MoneyMethod;
  setMethod: (method: MoneyMethod) => void;
  reference: string;
  setReference: (reference: string) => void;
  fault: MessageKey | undefined;
  /** Part of the request body; empty without these fields. */
  words: { method?: MoneyMethod; reference?: string };
};

/**
 * Fields for method and reference of a payment or a refund. The method is prefilled from the order, or both from a received
 * transfer.
 */
export function useMeans(
  order: StaffOrder,
  { action, effects }: OrderAction,
  transfer?: ReceivedTransfer,
): MeansDraft {
  const isHandedOver = action === 'hand_over' && effects.money_moved;
  const isShown = action === 'mark_paid' || action === 'mark_refunded' || isHandedOver;
  const isFurther = action === 'mark_paid' && !awaitsPayment(order);
  const usual = isFurther ? 'cash' : usualMeans(order.payment.method);
  const [method, setMethod] = useState<MoneyMethod>(transfer ? 'transfer' : usual);
  const [reference, setReference] = useState(transfer?.reference ?? '');
  const typed = reference.trim();
  const isMissing = isShown && method === 'transfer' && typed === '';
  return {
    isShown,
    method,
    setMethod,
    reference,
    setReference,
    fault: isMissing ? 'office.means.referenceMissing' : undefined,
    words: isShown ? { method, ...(typed && { reference: typed }) } : {},
  };
}

type MeansFieldsProps = { draft: MeansDraft; isChecked: boolean };

export function MeansFields({ draft, isChecked }: MeansFieldsProps) {
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
        fault={isChecked ? draft.fault : undefined}
        hint={t('office.means.referenceHint')}
      >
        {(control) => (
          <input
            {...control}
            autoComplete="off"
            dir="ltr"
            maxLength={MAX_REFERENCE_LENGTH}
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
