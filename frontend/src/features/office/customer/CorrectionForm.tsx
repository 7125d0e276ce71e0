import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { randomKey } from '@/shared/api/random-key';
import { formatNumber } from '@/shared/format/kip';
import { TextAreaField, TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { customerProblem } from '../customers/customer-problem';
import { correctPoints, renewCustomers } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { pointsOf } from './points-of';

const MAX_REASON_LENGTH = 500;

type CorrectionFormProps = { cusId: number; balance: number; onClose: () => void };

/** Form that adds or deducts points, with a reason. It shows the new balance before. */
export function CorrectionForm({ cusId, balance, onClose }: CorrectionFormProps) {
  const t = useT();
  const client = useQueryClient();
  const resultId = useId();
  // Idempotency id, so that a repeated click makes one correction.
  const [correctionId] = useState(randomKey);
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const points = pointsOf(typed);
  const isShort = points !== undefined && balance + points < 0;
  const pointsProblem =
    points === undefined
      ? 'office.customer.correctMissing'
      : isShort
        ? 'office.customer.pointsShort'
        : undefined;
  const isReasonMissing = reason.trim() === '';

  const send = async () => {
    setChecked(true);
    if (points === undefined || isShort || isReasonMissing) return;
    setRunning(true);
    setProblem(undefined);
    try {
      const body = { points, reason: reason.trim(), correction_id: correctionId };
      const corrected = await correctPoints(cusId, body);
      toast.success(t('office.customer.corrected', { count: corrected.balance }));
      onClose();
    } catch (error) {
      setProblem(customerProblem(t, error));
    }
    setRunning(false);
    void renewCustomers(client);
  };
  return (
    <form
      noValidate
      className="office-dialog o-ask pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <TextField
        label={t('office.customer.correctBy')}
        inputMode="text"
        autoComplete="off"
        dir="ltr"
        maxLength={12}
        value={typed}
        error={isChecked && pointsProblem ? t(pointsProblem) : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextAreaField
        label={t('office.customer.correctReason')}
        maxLength={MAX_REASON_LENGTH}
        value={reason}
        error={isChecked && isReasonMissing ? t('office.customer.reasonMissing') : undefined}
        onChange={({ target }) => setReason(target.value)}
      />
      <p id={resultId} role="status" className="tabular-nums">
        {points !== undefined &&
          !isShort &&
          t('office.customer.correctResult', {
            before: formatNumber(balance),
            after: formatNumber(balance + points),
          })}
      </p>
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
        <OfficeButton type="submit" kind="primary" isLoading={isRunning}>
          {t('office.customer.correct')}
        </OfficeButton>
      </div>
    </form>
  );
}
