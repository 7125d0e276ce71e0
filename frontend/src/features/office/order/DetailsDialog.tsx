import { useState } from 'react';
import { flushAndFocusInvalid } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { OrderPlaceFields } from '../OrderPlaceFields';
import { EditField } from '../product/EditField';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { BranchField } from './BranchField';
import {
  type DetailsField,
  type DetailsForm,
  detailsChange,
  detailsErrors,
  detailsForm,
} from './details-form';
import { OrderChangedBar } from './OrderChangedBar';
import { useMarkEditing } from './presence-context';
import { useDetailsSave } from './use-details-save';

const MAX_PHONE = 40;
const MAX_NOTE = 500;
const MAX_RECEIVER = 80;
const MAX_LANDMARK = 200;
const MAX_DRIVER_NOTE = 300;

type DetailsDialogProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  isOpen: boolean;
  onClose: () => void;
  accept: (order: StaffOrder) => void;
};

/** Dialog that changes phone number, place of delivery and receiver of an open order. */
export function DetailsDialog({ isOpen, ...rest }: DetailsDialogProps) {
  const { t } = useOffice();
  useMarkEditing(isOpen);
  return (
    <OfficeDialog isOpen={isOpen} onClose={rest.onClose} title={t('office.details.title')}>
      {isOpen && <Details {...rest} />}
    </OfficeDialog>
  );
}

function Details({ order, before, onClose, accept }: Omit<DetailsDialogProps, 'isOpen'>) {
  const { t } = useOffice();
  // Fields that the user has not edited follow the order when another person changes it.
  const [edited, setEdited] = useState<Partial<DetailsForm>>({});
  const form = { ...detailsForm(order), ...edited };
  const [isChecked, setChecked] = useState(false);
  const { save, isSaving, refused } = useDetailsSave(order, accept, onClose);
  const isPickup = order.delivery.method === 'pickup';
  const change = detailsChange(order, form);
  const own = detailsErrors(form, isPickup);
  const errors = { ...refused, ...(isChecked ? own : {}) };
  const text = (field: Exclude<DetailsField, 'branch_id'>, maxLength: number) => ({
    value: form[field],
    maxLength,
    onChange: ({ target }: { target: { value: string } }) =>
      setEdited({ ...edited, [field]: target.value }),
  });
  return (
    <form
      noValidate
      className="office-dialog o-ask"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.keys(own).length > 0) flushAndFocusInvalid(event.currentTarget);
        else if (change) void save(change);
      }}
    >
      {before && <OrderChangedBar before={before} order={order} onAccept={() => accept(order)} />}
      <EditField label={t('office.phone')} error={errors.phone}>
        {(control) => (
          <input
            {...control}
            {...text('phone', MAX_PHONE)}
            type="tel"
            inputMode="tel"
            className="o-field"
          />
        )}
      </EditField>
      {isPickup ? (
        <BranchField
          current={order.delivery}
          value={form.branch_id}
          error={errors.branch_id}
          onChange={(branch_id) => setEdited({ ...edited, branch_id })}
        />
      ) : (
        <OrderPlaceFields
          places={form}
          errors={errors}
          onChange={(places) => setEdited({ ...edited, ...places })}
        />
      )}
      <EditField label={t('office.new.receiver')} error={errors.receiver}>
        {(control) => (
          <input {...control} {...text('receiver', MAX_RECEIVER)} className="o-field" />
        )}
      </EditField>
      {!isPickup && (
        <div className="o-pair">
          <EditField label={t('office.new.landmark')} error={errors.landmark}>
            {(control) => (
              <input {...control} {...text('landmark', MAX_LANDMARK)} className="o-field" />
            )}
          </EditField>
          <EditField label={t('office.details.driverNote')} error={errors.driver_note}>
            {(control) => (
              <input {...control} {...text('driver_note', MAX_DRIVER_NOTE)} className="o-field" />
            )}
          </EditField>
        </div>
      )}
      <EditField label={t('office.details.note')} error={errors.note}>
        {(control) => (
          <textarea {...control} {...text('note', MAX_NOTE)} rows={2} className="o-textarea" />
        )}
      </EditField>
      <p className="o-note">{t('office.details.effects')}</p>
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="primary"
          disabled={!change || before !== undefined}
          isLoading={isSaving}
        >
          {t('office.details.save')}
        </OfficeButton>
      </div>
    </form>
  );
}
