import type { PaymentMethod, Quote } from '@/domain/orders/order-types';
import { methodText } from '../order-labels';
import { EditField } from '../product/EditField';
import { useOffice } from '../use-office-format';
import type { DraftErrors, OrderDraft } from './order-draft';

const MAX_REASON = 200;
const METHODS: PaymentMethod[] = ['cod', 'transfer', 'qr'];

type PaymentFieldsProps = {
  draft: OrderDraft;
  quote: Quote | undefined;
  errors: DraftErrors;
  onChange: (change: Partial<OrderDraft>) => void;
};

/** Fields for the payment method and a discount. The customer sees the discount's reason. */
export function PaymentFields({ draft, quote, errors, onChange }: PaymentFieldsProps) {
  const { t } = useOffice();
  const methods = quote?.payment_methods ?? METHODS;
  return (
    <>
      <EditField label={t('office.new.payment')} error={errors.payment}>
        {(control) => (
          <select
            {...control}
            value={draft.payment}
            onChange={({ target }) => onChange({ payment: target.value as PaymentMethod })}
            className="o-select"
          >
            {methods.map((method) => (
              <option key={method} value={method}>
                {t(methodText(method, draft.method))}
              </option>
            ))}
          </select>
        )}
      </EditField>
      <div className="o-pair">
        <EditField label={t('office.new.discount')} error={errors.discount}>
          {(control) => (
            <input
              {...control}
              inputMode="numeric"
              autoComplete="off"
              dir="ltr"
              value={draft.discount}
              maxLength={30}
              onChange={({ target }) => onChange({ discount: target.value })}
              className="o-field tabular-nums"
            />
          )}
        </EditField>
        <EditField
          label={t('office.new.reason')}
          error={errors.reason}
          hint={t('office.new.reasonHint')}
        >
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              value={draft.reason}
              maxLength={MAX_REASON}
              onChange={({ target }) => onChange({ reason: target.value })}
              className="o-field"
            />
          )}
        </EditField>
      </div>
    </>
  );
}
