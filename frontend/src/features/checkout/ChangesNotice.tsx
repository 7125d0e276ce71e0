import { type ReactNode, useState } from 'react';
import { Kip } from '@/domain/catalog/Price';
import type { LineChange, Quote, QuoteLine, Totals } from '@/domain/orders/order-types';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { ScrollIntoViewOnMount } from '@/shared/forms/ScrollIntoViewOnMount';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { unitName } from '@/shared/i18n/second-name';
import { Button } from '@/shared/ui/Button';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { InlineAlert } from '@/shared/ui/Notice';
import { SecondName } from '@/shared/ui/SecondName';
import { isInsufficient, isPriceIncrease } from './quote-changes';

type QuoteChangesNoticeProps = {
  changes: LineChange[];
  /** Totals that the customer confirmed, if the order was refused because they have changed. */
  totalsBefore: Totals | null;
  quote: Quote | undefined;
  onAcknowledge: () => Promise<void>;
};

/** Notice of the lines that differ from what the customer saw, with one button that accepts the changes. */
export function QuoteChangesNotice({
  changes,
  totalsBefore,
  quote,
  onAcknowledge,
}: QuoteChangesNoticeProps) {
  const t = useT();
  const [isAgreeing, setIsAgreeing] = useState(false);
  if (changes.length === 0 && !totalsBefore) return null;
  const agree = () => {
    setIsAgreeing(true);
    void onAcknowledge().finally(() => setIsAgreeing(false));
  };
  return (
    <ScrollIntoViewOnMount>
      <InlineAlert kind="warn" isUrgent title={t('changes.title')}>
        <p className="text-text-2">
          <LocalizedText>{t('changes.text')}</LocalizedText>
        </p>
        <ul className="my-2 grid gap-2">
          {changes.map((change) => (
            <ChangedLine
              key={change.pro_id}
              change={change}
              line={quote?.lines.find(({ pro_id }) => pro_id === change.pro_id)}
            />
          ))}
          {totalsBefore && quote && <ChangedTotals before={totalsBefore} now={quote.totals} />}
        </ul>
        <Button isLoading={isAgreeing} onClick={agree} className="mb-1">
          {t('changes.agree')}
        </Button>
      </InlineAlert>
    </ScrollIntoViewOnMount>
  );
}

function ChangedLine({ change, line }: { change: LineChange; line: QuoteLine | undefined }) {
  const t = useT();
  const { code } = useLanguage();
  const unit = line ? unitName(line) : '';
  const { requested, available, price_was, price_now } = change;
  const dearer = isPriceIncrease(change);
  return (
    <li className="border-t border-line pt-2">
      <p className="font-semibold">
        <LocalizedText>
          {line ? pickText(line.pro_name_la, line.pro_name_en, code) : `#${change.pro_id}`}
        </LocalizedText>
        {line && <SecondName la={line.pro_name_la} en={line.pro_name_en} />}
      </p>
      {dearer !== null && (
        <p>
          {t(dearer ? 'changes.dearer' : 'changes.cheaper')}{' '}
          <Step from={<Kip value={price_was} />} to={<Kip value={price_now} />} />
        </p>
      )}
      {isInsufficient(change) && (
        <p>
          {available > 0 ? (
            <>
              {t('changes.short')}{' '}
              <Step
                from={formatNumber(requested)}
                to={`${formatNumber(available)} ${unitOf(available, unit)}`}
              />
            </>
          ) : (
            t('changes.gone')
          )}
        </p>
      )}
    </li>
  );
}

/** Changed amounts besides the lines: discount, delivery fee, total. */
function ChangedTotals({ before, now }: { before: Totals; now: Totals }) {
  const t = useT();
  const amounts = [
    [t('totals.points', { count: now.points_used }), before.points_discount, now.points_discount],
    [t('totals.delivery'), before.delivery_fee, now.delivery_fee],
    [t('cart.total'), before.total, now.total],
  ] as const;
  return amounts
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => (
      <li key={name} className="border-t border-line pt-2">
        {name} <Step from={<Kip value={was} />} to={<Kip value={is} />} />
      </li>
    ));
}

/** `was → now`, which screen readers announce as two values. */
function Step({ from, to }: { from: ReactNode; to: ReactNode }) {
  return (
    <span className="num whitespace-nowrap">
      <s className="text-text-3">
        <Ltr>{from}</Ltr>
      </s>
      <span aria-hidden> → </span>
      <span className="sr-only">, </span>
      <b>
        <Ltr>{to}</Ltr>
      </b>
    </span>
  );
}
