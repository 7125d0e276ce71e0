import { useEffect, useRef } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { ActionQuestion } from '../order/ActionQuestion';
import { useOrderAction } from '../order/use-order-action';
import { useStaffOrder } from '../order/use-staff-order';
import type { StaffOrder } from '../staff-order-types';
import type { StatementLine } from './transfers-api';

type RecordTransferProps = {
  line: StatementLine;
  orderId: string;
  onClose: () => void;
  /** The payment was recorded. */
  onRecorded: () => void;
};

/**
 * Reads an order and asks whether its payment is recorded, with the amount and the bank's number of the line, or its derived
 * reference, filled in. An order that cannot be paid meanwhile says so, and nothing is recorded.
 */
export function RecordTransfer(props: RecordTransferProps) {
  const { orderId, onClose } = props;
  const t = useT();
  const { order, before, accept, error } = useStaffOrder(orderId);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  const message = error ? (errorText(t, error) ?? '') : undefined;
  useEffect(() => {
    if (message === undefined) return;
    toast.error(t('office.actionFailed'), message ? { detail: message } : {});
    close.current();
  }, [message, t]);
  if (!order) return null;
  return <Question {...props} order={order} before={before} accept={accept} />;
}

type QuestionProps = RecordTransferProps & {
  order: StaffOrder;
  before: StaffOrder | undefined;
  accept: (order: StaffOrder) => void;
};

function Question({ line, order, before, accept, onClose, onRecorded }: QuestionProps) {
  const { run, running, recorded } = useOrderAction(order, accept);
  const action = order.actions.find((one) => one.action === 'mark_paid') ?? null;
  return (
    <ActionQuestion
      order={order}
      action={action}
      before={before}
      running={running}
      recorded={recorded}
      transfer={{
        amount: line.amount,
        reference: line.reference ?? '',
        derivedReference: line.derived_reference ?? '',
      }}
      onCancel={onClose}
      onAccept={() => accept(order)}
      onConfirm={(confirmed, words) =>
        void run(confirmed.action, words).then((isDone) => isDone && onRecorded())
      }
    />
  );
}
