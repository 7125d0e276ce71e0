import { RefreshCw } from 'lucide-react';
import { OrderTotals } from '@/domain/orders/OrderTotals';
import { errorText } from '@/shared/i18n/error-text';
import { InlineAlert } from '@/shared/ui/Notice';
import { Skeleton } from '@/shared/ui/Skeleton';
import { OfficeButton } from '../OfficeButton';
import { kipText, OfficeKip } from '../OfficeKip';
import { EARNS_TEXT } from '../order-labels';
import type { LinesPreview, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import type { useLines } from './use-lines';

type LinesFiguresProps = {
  order: StaffOrder;
  form: ReturnType<typeof useLines>;
  /** Whether the changed order is picked up. */
  isPickup: boolean;
};

/** Totals of the changed order as the server calculates them, and the effects of the change. */
export function LinesFigures({ order, form, isPickup }: LinesFiguresProps) {
  const { t } = useOffice();
  const { preview, error, errorNotice, isFresh, isEmpty, retry } = form;
  return (
    <aside className="o-return-figures" aria-live="polite">
      <h3 className="o-h2">{t('office.column.total')}</h3>
      {error && !isFresh ? (
        <InlineAlert
          kind="err"
          title={errorNotice ? t(errorNotice) : t('office.lines.previewFailed')}
        >
          {!errorNotice && <p>{errorText(t, error)}</p>}
          <OfficeButton icon={RefreshCw} onClick={retry} className="mt-2">
            {t('action.retry')}
          </OfficeButton>
        </InlineAlert>
      ) : preview ? (
        <div aria-busy={!isFresh} className={isFresh ? undefined : 'opacity-60'}>
          <Figures order={order} preview={preview} isPickup={isPickup} />
        </div>
      ) : isEmpty ? (
        <p className="o-note">{t('office.lines.noTotal')}</p>
      ) : (
        <div role="status" aria-label={t('state.loading')}>
          <Skeleton className="h-4" />
          <Skeleton className="mt-3 h-4" />
          <Skeleton className="mt-3 h-6" />
        </div>
      )}
    </aside>
  );
}

type FiguresProps = { order: StaffOrder; preview: LinesPreview; isPickup: boolean };

function Figures({ order, preview, isPickup }: FiguresProps) {
  const { t } = useOffice();
  const { totals, totals_before, points_returned, points_earned, missing_points_value } = preview;
  return (
    <>
      <p className="tabular-nums">
        <s className="o-muted">
          <OfficeKip value={totals_before.total} />
        </s>{' '}
        → <b>{kipText(totals.total)}</b>
      </p>
      <OrderTotals
        earnsText={EARNS_TEXT}
        totals={totals}
        discountReason={order.discount_reason}
        isPickup={isPickup}
      />
      <h3 className="o-h2 mt-3">{t('office.lines.follows')}</h3>
      <ul className="o-small" data-lines-follows>
        <li>{moneyText(t, order, preview)}</li>
        {missing_points_value > 0 && (
          <li>{t('office.lines.spentPoints', { amount: kipText(missing_points_value) })}</li>
        )}
        {points_returned > 0 && (
          <li>{t('office.lines.pointsReturned', { count: points_returned })}</li>
        )}
        {points_earned > 0 && <li>{t('office.lines.pointsEarned', { count: points_earned })}</li>}
        {points_earned < 0 && <li>{t('office.lines.pointsTaken', { count: -points_earned })}</li>}
      </ul>
    </>
  );
}

function moneyText(
  t: ReturnType<typeof useOffice>['t'],
  { payment }: StaffOrder,
  { refund, due }: LinesPreview,
): string {
  if (refund > 0) return t('office.lines.refund', { amount: kipText(refund) });
  if (due === 0) return t('office.lines.noMoney');
  if (payment.status === 'due') return t('office.lines.dueOnReceipt', { amount: kipText(due) });
  if (payment.status === 'pending' && payment.method === 'qr')
    return t('office.lines.newCode', { amount: kipText(due) });
  if (payment.status === 'pending') return t('office.lines.awaits', { amount: kipText(due) });
  return t('office.lines.collect', { amount: kipText(due) });
}
