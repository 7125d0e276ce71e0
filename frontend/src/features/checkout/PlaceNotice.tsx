import { Link } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import { problemText } from '@/shared/forms/problem-text';
import { ComesIntoView } from '@/shared/forms/ScrollIntoViewOnMount';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { Lao } from '@/shared/ui/LocalizedText';
import { Notice } from '@/shared/ui/Notice';
import type { Attempt } from './order-attempt';
import type { Placing } from './use-place-order';

type PlaceNoticeProps = { placing: Placing; onRetry: (attempt: Attempt) => Promise<void> };

/** What became of the press on "confirm": refused, or not known, and then the way to find out. */
export function PlaceNotice({ placing, onRetry }: PlaceNoticeProps) {
  const t = useT();
  if (placing.is === 'failed') {
    const text = problemText(placing.error, t, t('cart.checkoutFailed'));
    return (
      <ComesIntoView>
        <Notice kind="err" title={text} />
      </ComesIntoView>
    );
  }
  if (placing.is !== 'unsettled') return null;
  return (
    <ComesIntoView>
      <Notice kind="err" title={t('cart.checkoutFailed')}>
        <p className="text-text-2">
          <Lao>{t('checkout.unsettled')}</Lao>
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Button icon={RotateCcw} onClick={() => void onRetry(placing.attempt)}>
            {t('action.retry')}
          </Button>
          <Link
            to="/account/orders"
            className="inline-flex min-h-(--tap) items-center px-2 font-semibold text-link"
          >
            {t('session.orders')}
          </Link>
        </p>
      </Notice>
    </ComesIntoView>
  );
}
