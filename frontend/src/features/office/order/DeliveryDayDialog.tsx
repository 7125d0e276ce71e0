import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { shopNow } from '@/shared/api/shop-time';
import { flushAndFocusInvalid } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { daysBefore, shopDay } from '../office-dates';
import { EditField } from '../product/EditField';
import { Segments } from '../Segments';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { dayError, MAX_DAYS_AHEAD, type PartChoice } from './delivery-day-form';
import { OrderChangedBar } from './OrderChangedBar';
import { useMarkEditing } from './presence-context';
import { useDeliveryDay } from './use-delivery-day';

type DeliveryDayDialogProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  isOpen: boolean;
  onClose: () => void;
  accept: (order: StaffOrder) => void;
};

/** Dialog that plans the day, and optionally the part of the day, on which an order goes out or is picked up. */
export function DeliveryDayDialog({ isOpen, ...rest }: DeliveryDayDialogProps) {
  const { t } = useOffice();
  useMarkEditing(isOpen);
  const isPickup = rest.order.delivery.method === 'pickup';
  const title = t(isPickup ? 'office.day.pickupTitle' : 'office.day.deliveryTitle');
  return (
    <OfficeDialog isOpen={isOpen} onClose={rest.onClose} title={title}>
      {isOpen && <DayForm {...rest} />}
    </OfficeDialog>
  );
}

function DayForm({ order, before, onClose, accept }: Omit<DeliveryDayDialogProps, 'isOpen'>) {
  const { t } = useOffice();
  const [today] = useState(() => shopDay(shopNow()));
  const planned = order.delivery_day;
  const [day, setDay] = useState(planned?.day ?? today);
  const [part, setPart] = useState<PartChoice>(planned?.part ?? 'any');
  const [isChecked, setChecked] = useState(false);
  const { save, saving, refused } = useDeliveryDay(order, accept, onClose);
  const own = dayError(day, today);
  const isBlocked = before !== undefined;
  return (
    <form
      noValidate
      className="office-dialog o-ask"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (own) flushAndFocusInvalid(event.currentTarget);
        else if (!isBlocked) void save({ day, part: part === 'any' ? null : part });
      }}
    >
      {before && <OrderChangedBar before={before} order={order} onAccept={() => accept(order)} />}
      <EditField label={t('office.day.date')} error={refused ?? (isChecked ? own : undefined)}>
        {(control) => (
          <input
            {...control}
            type="date"
            required
            min={today}
            max={daysBefore(today, -MAX_DAYS_AHEAD)}
            value={day}
            onChange={({ target }) => setDay(target.value)}
            className="o-date"
          />
        )}
      </EditField>
      <Segments
        label={t('office.day.part')}
        choices={[
          { value: 'any', label: t('office.day.any') },
          { value: 'morning', label: t('office.day.morning') },
          { value: 'afternoon', label: t('office.day.afternoon') },
        ]}
        value={part}
        onChoose={setPart}
      />
      <p className="o-note">{t('office.day.effects')}</p>
      <div className="o-ask-actions">
        {planned && (
          <OfficeButton
            kind="danger-outline"
            icon={Trash2}
            disabled={isBlocked}
            isLoading={saving === 'delete'}
            onClick={() => void save(null)}
          >
            {t('office.day.delete')}
          </OfficeButton>
        )}
        <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="primary"
          disabled={isBlocked}
          isLoading={saving === 'save'}
        >
          {t('office.details.save')}
        </OfficeButton>
      </div>
    </form>
  );
}
