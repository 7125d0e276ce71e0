import { Calendar } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { OfficeButton } from '../OfficeButton';
import { isOpenStatus } from '../order-labels';
import { useDayText } from '../orders/use-day-text';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { DeliveryDayDialog } from './DeliveryDayDialog';

const CLOCK_MS = 60_000;

type DeliveryDayRowProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  accept: (order: StaffOrder) => void;
};

/** Planned day of the delivery or pick-up, with a button that plans it while the order is open. */
export function DeliveryDayRow({ order, before, accept }: DeliveryDayRowProps) {
  const { t } = useOffice();
  const [isPlanning, setPlanning] = useState(false);
  const { text, isOverdue } = useDayText(order, useNow(CLOCK_MS));
  const isOpen = isOpenStatus(order.status);
  const name = t(order.delivery.method === 'pickup' ? 'office.day.pickup' : 'office.day.delivery');
  if (!isOpen && !text) return null;
  return (
    <div className="o-row">
      <Icon of={Calendar} size="s" />
      <span className={cx('o-grow', isOverdue && 'o-down')}>
        {name}: <b className="font-semibold">{text ?? t('office.day.unset')}</b>
        {isOverdue && ` · ${t('office.day.overdue')}`}
      </span>
      {isOpen && (
        <OfficeButton
          kind="link"
          aria-label={`${t(text ? 'office.details.edit' : 'office.day.plan')}: ${name}`}
          onClick={() => setPlanning(true)}
        >
          {t(text ? 'office.details.edit' : 'office.day.plan')}
        </OfficeButton>
      )}
      <DeliveryDayDialog
        order={order}
        before={before}
        isOpen={isPlanning}
        onClose={() => setPlanning(false)}
        accept={accept}
      />
    </div>
  );
}
