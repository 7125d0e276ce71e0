import { Lock, RotateCcw } from 'lucide-react';
import { Kip } from '@/domain/catalog/Price';
import { OrderLines } from '@/domain/orders/OrderLines';
import { OrderTotals } from '@/domain/orders/OrderTotals';
import type { Quote } from '@/domain/orders/order-types';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { InlineAlert } from '@/shared/ui/Notice';
import { ModalPanel } from '@/shared/ui/Panel';
import { Skeleton } from '@/shared/ui/Skeleton';

type SummaryProps = {
  quote: Quote | undefined;
  isFresh: boolean;
  isFetching: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
  isPickup: boolean;
  isSending: boolean;
  /** Whether a notice above must be answered before ordering. */
  isBlocked: boolean;
};

/** Summary of the order with the order button, which is sticky at the bottom on phones. */
export function Summary(props: SummaryProps) {
  const { quote, isFresh, isFetching, error, refetch, isPickup, isSending, isBlocked } = props;
  const t = useT();
  return (
    <ModalPanel
      title={t('checkout.summary')}
      className="split:sticky split:top-[calc(var(--header-h)+1rem)]"
    >
      {quote && <OrderLines lines={quote.lines} />}
      {!quote && !error && isFetching && <Skeleton className="h-64" />}
      {quote && (
        <div aria-busy={!isFresh} className={cx('mt-2', !isFresh && 'opacity-60')}>
          <OrderTotals totals={quote.totals} isPickup={isPickup} />
        </div>
      )}
      {error && (
        <InlineAlert kind="err" title={t('checkout.quoteFailed')} className="mt-3">
          <Button
            kind="ghost"
            icon={RotateCcw}
            isLoading={isFetching}
            onClick={() => void refetch()}
            className="-ms-3"
          >
            {t('action.retry')}
          </Button>
        </InlineAlert>
      )}
      <div className="buy-bar flex items-center gap-3 split:mt-4">
        <p aria-hidden className="flex-none text-xs text-text-3 split:hidden">
          {t('cart.total')}
          <Ltr className="num block text-lg font-bold text-text">
            {quote ? <Kip value={quote.totals.total} /> : '…'}
          </Ltr>
        </p>
        <Button
          type="submit"
          size="l"
          isLoading={isSending}
          disabled={!isFresh || isBlocked}
          className="min-w-0 flex-1 max-split:px-3"
        >
          {t(isSending ? 'checkout.placing' : 'checkout.place')}
        </Button>
      </div>
      <p className="mt-3 flex items-start gap-1.5 text-xs text-text-3">
        <Icon of={Lock} size="s" className="mt-0.5" />
        <LocalizedText>{t('checkout.promise')}</LocalizedText>
      </p>
    </ModalPanel>
  );
}
