import { Eraser } from 'lucide-react';
import { useState } from 'react';
import { OptionCard } from '@/shared/forms/OptionCard';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { flushAndFocusInvalid } from '../focus-invalid';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { kipText } from '../OfficeKip';
import { useStaff } from '../staff-access';
import type { OrderCorrection, StaffOrder } from '../staff-order-types';
import { CORRECTION_TEXTS } from './correction-texts';
import { useMarkEditing } from './presence-context';
import { ReasonText } from './ReasonText';
import { useCorrection } from './use-correction';

type CorrectBookingProps = { order: StaffOrder; accept: (order: StaffOrder) => void };

/** Texts of why a booking cannot be corrected. */
export const BLOCKED: Record<string, MessageKey> = {
  stock_pending: 'office.blocked.stock',
  difference_open: 'office.blocked.difference',
  refund_made: 'office.correct.refundMade',
  refund_open: 'office.correct.refundOpen',
  goods_returned: 'office.correct.goodsReturned',
  provider_refunds: 'office.correct.providerRefunds',
};

/** Button and dialog by which a manager takes back a booking that was made by mistake. */
export function CorrectBooking({ order, accept }: CorrectBookingProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isManager = useStaff()?.account.role === 'manager';
  const corrections = order.corrections ?? [];
  useMarkEditing(isOpen);
  if (!isManager || corrections.length === 0) return null;
  return (
    <>
      <OfficeButton icon={Eraser} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('office.correct')}
      </OfficeButton>
      <OfficeDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('office.correct.title')}
      >
        {isOpen && (
          <CorrectionForm
            order={order}
            corrections={corrections}
            accept={accept}
            onClose={() => setOpen(false)}
          />
        )}
      </OfficeDialog>
    </>
  );
}

type CorrectionFormProps = CorrectBookingProps & {
  corrections: OrderCorrection[];
  onClose: () => void;
};

function CorrectionForm({ order, corrections, accept, onClose }: CorrectionFormProps) {
  const t = useT();
  const first = corrections.find(({ allowed }) => allowed);
  const [booking, setBooking] = useState(first?.booking);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const correction = useCorrection(order, accept);
  const chosen = corrections.find((one) => one.booking === booking && one.allowed);
  const isMissing = reason.trim() === '';
  return (
    <form
      noValidate
      className="office-dialog o-ask"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
        if (isMissing || !chosen) {
          flushAndFocusInvalid(event.currentTarget);
          return;
        }
        const request = { booking: chosen.booking, amount: chosen.amount, reason: reason.trim() };
        correction.mutate(request, { onSuccess: onClose });
      }}
    >
      <p className="text-text-2">{t('office.correct.note')}</p>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 font-semibold">{t('office.correct.what')}</legend>
        {corrections.map((one) => (
          <OptionCard
            key={one.booking}
            name="booking"
            value={one.booking}
            title={t(CORRECTION_TEXTS[one.booking])}
            note={
              one.allowed
                ? one.amount > 0 && kipText(one.amount)
                : t(BLOCKED[one.blocked_reason ?? ''] ?? 'office.blocked.status')
            }
            checked={one.booking === booking}
            disabled={!one.allowed}
            onChange={() => setBooking(one.booking)}
          />
        ))}
      </fieldset>
      <ReasonText value={reason} isWrong={isChecked && isMissing} onChange={setReason} />
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="danger"
          disabled={!chosen}
          isLoading={correction.isPending}
        >
          {t('office.correct.do')}
        </OfficeButton>
      </div>
    </form>
  );
}
