import '../styles/office-products.css';
import '../styles/office-return.css';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { useBranchChoices } from '../branch-names';
import { flushAndFocusInvalid } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { confirmText } from '../order-effects';
import type { OrderAction, OrderActionName, StaffOrder } from '../staff-order-types';
import { useLoadedSubmit } from '../use-loaded-submit';
import { OrderChangedBar } from './OrderChangedBar';
import { useMarkEditing } from './presence-context';
import { ReasonField } from './ReasonField';
import { ReturnBranchField } from './ReturnBranchField';
import { ReturnFigures } from './ReturnFigures';
import { ReturnLineRow } from './ReturnLineRow';
import { chosenBranch, firstBranch, usualBranch } from './return-branch';
import { firstDraft, requestLines, unitsOf, withUnits } from './return-draft';
import type { Words } from './use-order-action';

type ReturnDialogProps = {
  order: StaffOrder;
  /** `request_return` or `receive_return`; null closes the dialog. */
  action: OrderAction | null;
  before: StaffOrder | undefined;
  running: OrderActionName | null;
  onCancel: () => void;
  onConfirm: (action: OrderAction, words: Words) => void;
  onAccept: () => void;
};

/** Dialog of a return: units, stock or waste, the reason, and the effects on money and points. */
export function ReturnDialog(props: ReturnDialogProps) {
  const { order, action, onCancel } = props;
  const t = useT();
  useMarkEditing(action !== null);
  const title = action
    ? t(action.action === 'receive_return' ? 'office.return.title' : 'office.return.requestTitle', {
        number: order.number,
      })
    : '';
  return (
    <OfficeDialog isOpen={action !== null} onClose={onCancel} title={title}>
      {action && <ReturnForm key={action.action} {...props} action={action} />}
    </OfficeDialog>
  );
}

function ReturnForm(props: ReturnDialogProps & { action: OrderAction }) {
  const { order, action, before, running, onCancel, onConfirm, onAccept } = props;
  const t = useT();
  const [drafts, setDrafts] = useState(() => firstDraft(order));
  const [reason, setReason] = useState(order.return_request?.reason ?? '');
  const [branchId, setBranchId] = useState(() => firstBranch(order));
  const [hasDeliveryFee, setDeliveryFee] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const isReceived = action.action === 'receive_return';
  const lines = requestLines(drafts);
  const feeBefore = order.returns.reduce((sum, one) => sum + one.delivery_fee, 0);
  const canRefundFee = isReceived && order.totals.delivery_fee > feeBefore;
  const hasNoReason = reason.trim() === '';
  const current = order.actions.find((one) => one.action === action.action) ?? action;
  const isBlocked = !current.allowed || before !== undefined;
  const { list } = useBranchChoices();
  const { submit, isWaiting, cancel } = useLoadedSubmit(list, (words: Words) => {
    // The order may have changed while the branches loaded.
    if (!isBlocked) onConfirm(current, words);
  });
  return (
    <form
      noValidate
      className="office-dialog o-return"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        cancel();
        if (lines.length === 0 || hasNoReason) {
          flushAndFocusInvalid(event.currentTarget);
          return;
        }
        const fee = canRefundFee && hasDeliveryFee ? { delivery_fee: true } : {};
        const branch = chosenBranch(order, branchId);
        submit(event.currentTarget, { reason: reason.trim(), lines, ...fee, ...branch });
      }}
    >
      {before && <OrderChangedBar before={before} order={order} onAccept={onAccept} />}
      <div className="o-return-parts">
        <div className="o-stack gap-3">
          <h3 className="o-h2">{t('office.return.goods')}</h3>
          <ul>
            {drafts.map((draft) => (
              <ReturnLineRow
                key={draft.line.pro_id}
                draft={draft}
                hasPlaces={isReceived}
                onChange={(change) =>
                  setDrafts(drafts.map((one) => (one === draft ? withUnits(one, change) : one)))
                }
              />
            ))}
          </ul>
          {isChecked && lines.length === 0 && (
            <p role="alert" data-refusal tabIndex={-1} className="o-small text-err">
              {t('office.return.linesMissing')}
            </p>
          )}
          <ReasonField value={reason} isWrong={isChecked && hasNoReason} onChange={setReason} />
          {isReceived && <p className="o-note">{t('office.return.reasonShown')}</p>}
          <ReturnBranchField usual={usualBranch(order)} value={branchId} onChange={setBranchId} />
          {canRefundFee && (
            <label className="o-row">
              <input
                type="checkbox"
                checked={hasDeliveryFee}
                onChange={({ target }) => setDeliveryFee(target.checked)}
              />
              {t('office.return.refundDelivery')}
            </label>
          )}
        </div>
        {isReceived && (
          <ReturnFigures
            order={order}
            lines={lines}
            hasDeliveryFee={canRefundFee && hasDeliveryFee}
          />
        )}
      </div>
      <div className="o-ask-actions">
        <p className="o-note o-grow">
          {t('office.return.units', {
            count: drafts.reduce((sum, draft) => sum + unitsOf(draft), 0),
          })}{' '}
          {t('office.effect.notifies')}
        </p>
        <OfficeButton onClick={onCancel}>{t('action.cancel')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="primary"
          disabled={isBlocked}
          isLoading={isWaiting || running === action.action}
        >
          {confirmText(t, order, action.action)}
        </OfficeButton>
      </div>
    </form>
  );
}
