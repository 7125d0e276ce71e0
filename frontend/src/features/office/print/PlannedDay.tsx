import { plannedText } from '../orders/use-day-text';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

/** Planned day of the delivery or pick-up on a document. */
export function PlannedDay({ order }: { order: StaffOrder }) {
  const { t, language } = useOffice();
  const { delivery, delivery_day: planned } = order;
  if (!planned) return null;
  return (
    <p>
      {t(delivery.method === 'pickup' ? 'office.day.pickup' : 'office.day.delivery')}:{' '}
      <b>{plannedText(t, planned, language)}</b>
    </p>
  );
}
