import { useEffect, useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { statusLook } from '../order-labels';
import type { StaffOrder } from '../staff-order-types';
import { UndoCountdown } from '../UndoCountdown';
import { undoSeconds } from './undo-time';

type UndoBarProps = {
  order: StaffOrder;
  /** Time at which the response arrived, by this computer's clock. */
  receivedAt: number;
  isUndoing: boolean;
  onUndo: () => void;
};

/** Bar with the last step, and the seconds in which it can be undone before the customer is notified. */
export function UndoBar({ order, receivedAt, isUndoing, onUndo }: UndoBarProps) {
  const t = useT();
  const { undo_until: until } = order;
  const [now, setNow] = useState(() => Date.now());
  const left = undoSeconds(until, receivedAt, now);
  useEffect(() => {
    setNow(Date.now());
    if (undoSeconds(until, receivedAt, Date.now()) === 0) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until, receivedAt]);
  if (left === 0) return null;
  const status = t(statusLook(order.status, order.delivery.method).text);
  return (
    <UndoCountdown left={left} isUndoing={isUndoing} onUndo={onUndo}>
      {t('office.done', { status, number: order.number })}
    </UndoCountdown>
  );
}
