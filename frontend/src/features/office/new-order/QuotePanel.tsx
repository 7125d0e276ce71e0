import { RefreshCw } from 'lucide-react';
import { OrderTotals } from '@/domain/orders/OrderTotals';
import type { Quote } from '@/domain/orders/order-types';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { InlineAlert } from '@/shared/ui/Notice';
import { Skeleton } from '@/shared/ui/Skeleton';
import { OfficeButton } from '../OfficeButton';
import { EARNS_TEXT } from '../order-labels';
import { useOffice } from '../use-office-format';

type QuotePanelProps = {
  quote: Quote | undefined;
  hasLines: boolean;
  isPickup: boolean;
  isFresh: boolean;
  error: Error | null;
  notice: MessageKey | undefined;
  onRetry: () => void;
};

/** Totals of the order as the server calculates them, which the staff read out to the customer. */
export function QuotePanel(props: QuotePanelProps) {
  const { quote, hasLines, isPickup, isFresh, error, notice, onRetry } = props;
  const { t } = useOffice();
  return (
    <section aria-labelledby="new-order-total" className="o-panel">
      <div className="o-panel-head">
        <h2 id="new-order-total" className="o-h2">
          {t('office.column.total')}
        </h2>
      </div>
      <div className="o-panel-body o-stack gap-3">
        {notice && <InlineAlert kind="warn" isUrgent title={t(notice)} />}
        {error && !isFresh ? (
          <InlineAlert kind="err" title={t('office.new.quoteFailed')}>
            <OfficeButton icon={RefreshCw} onClick={onRetry} className="mt-2">
              {t('action.retry')}
            </OfficeButton>
          </InlineAlert>
        ) : quote ? (
          <div aria-busy={!isFresh} className={isFresh ? undefined : 'opacity-60'}>
            <OrderTotals earnsText={EARNS_TEXT} totals={quote.totals} isPickup={isPickup} />
          </div>
        ) : hasLines ? (
          <div role="status" aria-label={t('state.loading')}>
            <Skeleton className="h-4" />
            <Skeleton className="mt-3 h-4" />
            <Skeleton className="mt-3 h-6" />
          </div>
        ) : (
          <p className="o-note">{t('office.new.noTotal')}</p>
        )}
        <p className="o-note">{t('office.new.effects')}</p>
      </div>
    </section>
  );
}
