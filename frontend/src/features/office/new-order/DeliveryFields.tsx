import { OrderPlaceFields } from '../OrderPlaceFields';
import { BranchField } from '../order/BranchField';
import { EditField } from '../product/EditField';
import { Segments } from '../Segments';
import { useOffice } from '../use-office-format';
import { type DraftErrors, type OrderDraft, phoneField, withMethod } from './order-draft';

const MAX_PHONE = 40;
const MAX_RECEIVER = 80;
const MAX_LANDMARK = 200;
const MAX_NOTE = 500;
const NO_BRANCH = { branch_id: null, branch_name_la: null, branch_name_en: null };

type TextField = 'phone' | 'collector_phone' | 'receiver' | 'landmark' | 'note';

type DeliveryFieldsProps = {
  draft: OrderDraft;
  errors: DraftErrors;
  onChange: (change: Partial<OrderDraft>) => void;
};

/** Fields for delivery or pick-up, the receiver's phone number, and the customer's note. */
export function DeliveryFields({ draft, errors, onChange }: DeliveryFieldsProps) {
  const { t } = useOffice();
  const text = (field: TextField, maxLength: number) => ({
    value: draft[field],
    maxLength,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => onChange({ [field]: target.value }),
  });
  return (
    <>
      <Segments
        label={t('office.new.delivery')}
        choices={[
          { value: 'delivery', label: t('office.delivery') },
          { value: 'pickup', label: t('office.pickup') },
        ]}
        value={draft.method}
        onChoose={(method) => onChange(withMethod(draft, method))}
      />
      {draft.method === 'pickup' ? (
        <BranchField
          current={NO_BRANCH}
          value={draft.branch_id}
          error={errors.branch_id}
          onChange={(branch_id) => onChange({ branch_id })}
        />
      ) : (
        <OrderPlaceFields places={draft} errors={errors} onChange={onChange} />
      )}
      {draft.method === 'delivery' && (
        <div className="o-pair">
          <EditField label={t('office.new.landmark')} error={errors.landmark}>
            {(control) => (
              <input {...control} {...text('landmark', MAX_LANDMARK)} className="o-field" />
            )}
          </EditField>
          <EditField label={t('office.new.receiver')} error={errors.receiver}>
            {(control) => (
              <input {...control} {...text('receiver', MAX_RECEIVER)} className="o-field" />
            )}
          </EditField>
        </div>
      )}
      <EditField
        label={t(
          draft.method === 'pickup' ? 'office.new.collectorPhone' : 'office.new.receiverPhone',
        )}
        error={errors.phone}
      >
        {(control) => (
          <input
            {...control}
            {...text(phoneField(draft), MAX_PHONE)}
            type="tel"
            inputMode="tel"
            className="o-field"
          />
        )}
      </EditField>
      <EditField
        label={t('office.details.note')}
        error={errors.note}
        hint={t('office.new.noteHint')}
      >
        {(control) => (
          <textarea {...control} {...text('note', MAX_NOTE)} rows={2} className="o-textarea" />
        )}
      </EditField>
    </>
  );
}
