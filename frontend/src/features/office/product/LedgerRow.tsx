import { Undo2 } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { useNow } from '@/shared/hooks/use-now';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { CHANGE_TEXTS } from '../products/product-labels';
import { useTaxonomy } from '../products/use-product-options';
import type { FieldChange, ProductChange } from '../staff-product-types';
import { useOffice } from '../use-office-format';
import { fieldLabel, valueText } from './field-texts';

const CLOCK_MS = 60_000;

type LedgerRowProps = { change: ProductChange; isUndoing: boolean; onUndo: () => void };

/** Row of a change: kind, person, time, values, and the undo button. */
export function LedgerRow({ change, isUndoing, onUndo }: LedgerRowProps) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  const { at, kind, by, by_name: byName, reason, product_count: count, undone } = change;
  const who = by?.name || byName;
  const text = CHANGE_TEXTS[kind] ? t(CHANGE_TEXTS[kind]) : kind;
  return (
    <li data-change={change.change_id} data-undone={undone || undefined}>
      <time dateTime={at} title={fullMoment(at, language)}>
        {shortMoment(at, now, language)}
      </time>
      <div className="o-grow">
        <p>
          <b>{text}</b>{' '}
          <span className="o-muted">
            <LocalizedText>
              {[who, count > 1 && t('office.ledger.products', { count: formatNumber(count) })]
                .filter(Boolean)
                .join(' · ')}
            </LocalizedText>
          </span>
        </p>
        {change.fields.map((field) => (
          <FieldLine key={field.field} change={field} />
        ))}
        {reason && (
          <small className="o-muted">
            <LocalizedText>{`“${reason}”`}</LocalizedText>
          </small>
        )}
      </div>
      {undone ? (
        <span className="o-small o-muted">{t('office.ledger.undone')}</span>
      ) : (
        change.can_undo && (
          <OfficeButton
            kind="link"
            icon={Undo2}
            isLoading={isUndoing}
            aria-label={`${t('office.undo')}: ${text}`}
            onClick={onUndo}
          >
            {t('office.undo')}
          </OfficeButton>
        )
      )}
    </li>
  );
}

function FieldLine({ change: { field, from, to } }: { change: FieldChange }) {
  const { t } = useOffice();
  const names = useTaxonomy();
  const value = (value: FieldChange['from']) => valueText(t, names, field, value);
  const step = field === 'stock' ? Number(to ?? 0) - Number(from ?? 0) : 0;
  return (
    <p className="o-change">
      <span>
        <LocalizedText>{`${fieldLabel(t, field)}:`}</LocalizedText>
      </span>
      {step !== 0 && (
        <b className={cx('tabular-nums', step < 0 ? 'o-down' : 'o-up')}>
          {step < 0 ? '−' : '+'}
          {formatNumber(Math.abs(step))}
        </b>
      )}
      <s>{value(from)}</s>
      <span aria-hidden>→</span>
      <b className="font-semibold">{value(to)}</b>
    </p>
  );
}
