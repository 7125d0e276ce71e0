import '../styles/office-return.css';
import { useState } from 'react';
import { flushAndFocusInvalid } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { OrderPlaceFields } from '../OrderPlaceFields';
import { EditField } from '../product/EditField';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { BranchField } from './BranchField';
import { placeErrors } from './details-form';
import { LinesFigures } from './LinesFigures';
import { LinesNotice } from './LinesNotice';
import { OrderChangedBar } from './OrderChangedBar';
import { useMarkEditing } from './presence-context';
import { useLines } from './use-lines';

const MAX_NOTE = 500;
const MAX_REASON = 500;

type DeliveryMethodDialogProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  isOpen: boolean;
  onClose: () => void;
  accept: (order: StaffOrder) => void;
};

const toPickup = ({ delivery }: StaffOrder) => delivery.method !== 'pickup';

/**
 * Dialog that turns a delivery into a pick-up or the other way round. It shows the new fee and the amount due before
 * saving.
 */
export function DeliveryMethodDialog({ isOpen, ...rest }: DeliveryMethodDialogProps) {
  const { t } = useOffice();
  useMarkEditing(isOpen);
  const title = t(toPickup(rest.order) ? 'office.method.toPickup' : 'office.method.toDelivery');
  return (
    <OfficeDialog isOpen={isOpen} onClose={rest.onClose} title={title}>
      {isOpen && <MethodForm {...rest} />}
    </OfficeDialog>
  );
}

function MethodForm({ order, before, onClose, accept }: Omit<DeliveryMethodDialogProps, 'isOpen'>) {
  const { t } = useOffice();
  const [branchId, setBranchId] = useState<number | null>(null);
  const [places, setPlaces] = useState({ province: '', district: '', village: '' });
  const [note, setNote] = useState(order.delivery.note ?? '');
  const [isChecked, setChecked] = useState(false);
  // The method stays as it was when the dialog opened, even if another person changes it
  // meanwhile.
  const [isPickup] = useState(toPickup(order));
  const place = isPickup ? { branch_id: branchId } : places;
  const method = isPickup ? ('pickup' as const) : ('delivery' as const);
  const form = useLines(order, accept, onClose, { method, ...place, note: note.trim() });
  const own = placeErrors({ branch_id: branchId, ...places }, isPickup);
  const errors = isChecked ? own : {};
  return (
    <form
      noValidate
      className="office-dialog o-return"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (Object.keys(own).length > 0) flushAndFocusInvalid(event.currentTarget);
        else if (before === undefined) void form.save();
      }}
    >
      {before && <OrderChangedBar before={before} order={order} onAccept={() => accept(order)} />}
      {form.notice && <LinesNotice notice={form.notice} priceChanges={form.priceChanges} />}
      <div className="o-return-parts">
        <div className="o-stack gap-3">
          {isPickup ? (
            <BranchField
              current={order.delivery}
              value={branchId}
              error={errors.branch_id}
              onChange={setBranchId}
            />
          ) : (
            <OrderPlaceFields
              places={places}
              errors={errors}
              onChange={(change) => setPlaces({ ...places, ...change })}
            />
          )}
          <EditField label={t('office.details.note')} error={undefined}>
            {(control) => (
              <textarea
                {...control}
                rows={2}
                maxLength={MAX_NOTE}
                value={note}
                onChange={({ target }) => setNote(target.value)}
                className="o-textarea"
              />
            )}
          </EditField>
          <EditField label={t('office.lines.reason')} error={undefined}>
            {(control) => (
              <input
                {...control}
                autoComplete="off"
                maxLength={MAX_REASON}
                value={form.reason}
                onChange={({ target }) => form.setReason(target.value)}
                className="o-field"
              />
            )}
          </EditField>
        </div>
        <LinesFigures order={order} form={form} isPickup={isPickup} />
      </div>
      <div className="o-ask-actions">
        <p className="o-note o-grow">{t('office.method.effects')}</p>
        <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="primary"
          disabled={!form.isFresh || before !== undefined}
          isLoading={form.isSaving}
        >
          {t('office.method.save')}
        </OfficeButton>
      </div>
    </form>
  );
}
