import '../styles/office-return.css';
import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { flushAndFocusInvalid } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { useStaff } from '../staff-access';
import type { OrderCorrection, StaffOrder } from '../staff-order-types';
import { BLOCKED } from './CorrectBooking';
import { useMarkEditing } from './presence-context';
import { ReasonText } from './ReasonText';
import { ReturnFigures } from './ReturnFigures';
import { ReturnLineRow } from './ReturnLineRow';
import { correctionDraft, requestLines, unitsOf, withUnits } from './return-draft';
import { correctionError, useCorrection } from './use-correction';

type CorrectReturnProps = { order: StaffOrder; accept: (order: StaffOrder) => void };

/** Button and dialog by which a manager corrects the units of the last return, or takes it back. */
export function CorrectReturn({ order, accept }: CorrectReturnProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isManager = useStaff()?.account.role === 'manager';
  const correction = order.corrections?.find(({ booking }) => booking === 'return');
  useMarkEditing(isOpen);
  if (!isManager || !correction) return null;
  if (!correction.allowed && !isOpen) {
    const why = t(BLOCKED[correction.blocked_reason ?? ''] ?? 'office.blocked.status');
    return <p className="o-note">{t('office.return.correctBlocked', { why })}</p>;
  }
  return (
    <>
      <OfficeButton
        icon={Eraser}
        aria-haspopup="dialog"
        className="justify-self-start"
        onClick={() => setOpen(true)}
      >
        {t('office.return.correct')}
      </OfficeButton>
      <OfficeDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('office.return.correctTitle', { number: order.number })}
      >
        {isOpen && (
          <ReturnCorrectionForm
            key={order.version}
            order={order}
            correction={correction}
            accept={accept}
            onClose={() => setOpen(false)}
          />
        )}
      </OfficeDialog>
    </>
  );
}

type FormProps = CorrectReturnProps & { correction: OrderCorrection; onClose: () => void };

function ReturnCorrectionForm({ order, correction, accept, onClose }: FormProps) {
  const t = useT();
  const [drafts, setDrafts] = useState(() => correctionDraft(order));
  const [reason, setReason] = useState('');
  const [hasDeliveryFee, setDeliveryFee] = useState((order.returns.at(-1)?.delivery_fee ?? 0) > 0);
  const [isChecked, setChecked] = useState(false);
  const save = useCorrection(order, accept);
  const lines = requestLines(drafts);
  const feeBefore = order.returns.slice(0, -1).reduce((sum, one) => sum + one.delivery_fee, 0);
  const refundsFee = order.totals.delivery_fee > feeBefore && lines.length > 0;
  const isMissing = reason.trim() === '';
  const count = drafts.reduce((sum, draft) => sum + unitsOf(draft), 0);
  return (
    <form
      noValidate
      className="office-dialog o-return"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isMissing) {
          flushAndFocusInvalid(event.currentTarget);
          return;
        }
        const fee = refundsFee && hasDeliveryFee ? { delivery_fee: true } : {};
        const goods = lines.length > 0 ? { lines, ...fee } : {};
        const request = { booking: 'return', amount: correction.amount, ...goods } as const;
        save.mutate({ ...request, reason: reason.trim() }, { onSuccess: onClose });
      }}
    >
      <p className="text-text-2">
        {t('office.return.correctNote')} {t('office.effect.notifies')}
      </p>
      <div className="o-return-parts">
        <div className="o-stack gap-3">
          <h3 className="o-h2">{t('office.return.goods')}</h3>
          <ul>
            {drafts.map((draft) => (
              <ReturnLineRow
                key={draft.line.pro_id}
                draft={draft}
                hasPlaces
                onChange={(change) =>
                  setDrafts(drafts.map((one) => (one === draft ? withUnits(one, change) : one)))
                }
              />
            ))}
          </ul>
          <ReasonText value={reason} isWrong={isChecked && isMissing} onChange={setReason} />
          {refundsFee && (
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
        <ReturnFigures
          order={order}
          lines={lines}
          hasDeliveryFee={refundsFee && hasDeliveryFee}
          correctsLast
        />
      </div>
      {save.isError && (
        <p role="alert" className="o-small text-err">
          {t('office.actionFailed')}. {correctionError(t, save.error)}
        </p>
      )}
      <div className="o-ask-actions">
        <p className="o-note o-grow">{t('office.return.units', { count })}</p>
        <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind={lines.length > 0 ? 'primary' : 'danger'}
          disabled={!correction.allowed}
          isLoading={save.isPending}
        >
          {t(lines.length > 0 ? 'office.return.correctSave' : 'office.return.takeBack')}
        </OfficeButton>
      </div>
    </form>
  );
}
