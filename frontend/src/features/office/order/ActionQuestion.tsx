import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { flushAndFocusInvalid } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { kipText } from '../OfficeKip';
import {
  ACTION_TEXTS,
  awaitsPayment,
  confirmText,
  effectTexts,
  needsReason,
  refundDueOf,
} from '../order-effects';
import type { OrderAction, OrderActionName, StaffOrder } from '../staff-order-types';
import { AmountField, useAmountField } from './AmountField';
import { MovementFields, useMovementDetails } from './MovementFields';
import { OrderChangedBar } from './OrderChangedBar';
import { useMarkEditing } from './presence-context';
import { ReasonText } from './ReasonText';
import { RecordedNumber, type RecordedTransfer } from './RecordedNumber';
import type { ReceivedTransfer } from './received-transfer';
import type { Words } from './use-order-action';

type ActionQuestionProps = {
  order: StaffOrder;
  /** The action to confirm; null closes the dialog. */
  action: OrderAction | null;
  before: StaffOrder | undefined;
  running: OrderActionName | null;
  /** Received transfer whose amount and reference are filled in. */
  transfer?: ReceivedTransfer;
  /** The last attempt was refused because its bank number is recorded. */
  recorded?: RecordedTransfer | undefined;
  onCancel: () => void;
  onConfirm: (action: OrderAction, words: Words) => void;
  onAccept: () => void;
};

/**
 * Confirmation dialog before money moves or a reason is needed. It names amount and person; the safe button comes
 * first.
 */
export function ActionQuestion(props: ActionQuestionProps) {
  const { order, action, onCancel } = props;
  const t = useT();
  useMarkEditing(action !== null);
  return (
    <OfficeDialog
      isOpen={action !== null}
      onClose={onCancel}
      title={action ? questionText(t, order, action) : ''}
    >
      {action && <Question key={action.action} {...props} action={action} />}
    </OfficeDialog>
  );
}

function questionText(t: ReturnType<typeof useT>, order: StaffOrder, { action }: OrderAction) {
  const name = order.customer_name || order.customer.name;
  const { number } = order;
  switch (action) {
    case 'mark_paid':
      return awaitsPayment(order)
        ? t('office.ask.paid', { amount: kipText(order.unpaid), name })
        : t('office.ask.anotherPayment', { name });
    case 'mark_refunded':
      return t('office.ask.refunded', { amount: kipText(refundDueOf(order)), name });
    case 'accept_difference':
      return order.unpaid > 0
        ? t('office.ask.writeOff', { amount: kipText(order.unpaid), name })
        : t('office.ask.refundExcess', { amount: kipText(order.excess), name });
    case 'refund_part':
      return t('office.ask.refundPart', { name });
    case 'decline_return':
      return t('office.ask.declineReturn', { number, name });
    case 'cancel':
      return t('office.ask.cancel', { number, name });
    case 'hand_over':
      return t('office.ask.handOver', { amount: kipText(order.unpaid), name });
    case 'fail_delivery':
      return t('office.ask.fail', { number });
    default:
      return t(ACTION_TEXTS[action]);
  }
}

function Question(props: ActionQuestionProps & { action: OrderAction }) {
  const { order, action, before, running, transfer, recorded } = props;
  const { onCancel, onConfirm, onAccept } = props;
  const t = useT();
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isReasoned =
    needsReason(action.action) || (action.action === 'accept_difference' && order.unpaid > 0);
  const movement = useMovementDetails(order, action, transfer);
  const amount = useAmountField(order, action.action, movement.method, transfer?.amount);
  const [isOther, setOther] = useState(false);
  const isRecorded = recorded !== undefined && recorded.reference === movement.words.reference;
  const isMissing = isReasoned && reason.trim() === '';
  // The order may have changed meanwhile; the effects are taken from the current order.
  const current = order.actions.find((one) => one.action === action.action) ?? action;
  const isDangerous = action.action === 'cancel' || action.action === 'fail_delivery';
  return (
    <form
      noValidate
      className="office-dialog o-ask"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isMissing || amount.error || movement.error) {
          flushAndFocusInvalid(event.currentTarget);
          return;
        }
        onConfirm(current, {
          ...(isReasoned && { reason: reason.trim() }),
          ...(amount.value !== undefined && { amount: amount.value }),
          ...movement.words,
          ...(isRecorded && isOther && { repeats_reference: true }),
        });
      }}
    >
      {before && <OrderChangedBar before={before} order={order} onAccept={onAccept} />}
      <p className="text-text-2">
        <LocalizedText>{effectTexts(t, order, current).join(' ')}</LocalizedText>
      </p>
      {amount.isShown && <AmountField field={amount} isChecked={isChecked} />}
      {movement.isShown && <MovementFields draft={movement} isChecked={isChecked} />}
      {isRecorded && <RecordedNumber recorded={recorded} isOther={isOther} onChange={setOther} />}
      {isReasoned && (
        <ReasonText value={reason} isWrong={isChecked && isMissing} onChange={setReason} />
      )}
      <div className="o-ask-actions">
        <OfficeButton onClick={onCancel}>{t('office.askNo')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind={isDangerous ? 'danger' : 'primary'}
          disabled={!current.allowed || before !== undefined}
          isLoading={running === action.action}
        >
          {confirmText(t, order, action.action, amount.value)}
        </OfficeButton>
      </div>
    </form>
  );
}
