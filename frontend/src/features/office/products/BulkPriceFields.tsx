import { useId, useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { BulkChange } from '../staff-product-types';
import {
  DEFAULT_ROUNDING,
  PRICE_STEPS,
  type PriceStepKind,
  ROUNDINGS,
  readPriceStep,
} from './bulk-price';

/** Fields for a price change: by percent or amount, with rounding. */
export function BulkPriceFields({
  onChange,
}: {
  onChange: (change: BulkChange | undefined) => void;
}) {
  const t = useT();
  const id = useId();
  const [kind, setKind] = useState<PriceStepKind>('percent');
  const [typed, setTyped] = useState('');
  const [rounding, setRounding] = useState<number>(DEFAULT_ROUNDING);
  const isWrong = readPriceStep(kind, typed) === null;

  const update = (next: { kind?: PriceStepKind; typed?: string; rounding?: number }) => {
    const now = { kind, typed, rounding, ...next };
    setKind(now.kind);
    setTyped(now.typed);
    setRounding(now.rounding);
    const step = readPriceStep(now.kind, now.typed);
    onChange(step ? { price: { ...step, round_to: now.rounding } } : undefined);
  };
  return (
    <div className="grid grid-cols-2 gap-3">
      <div className="o-label">
        <label htmlFor={`${id}-step`}>{t('office.bulk.by')}</label>
        <span className="o-joined">
          <input
            id={`${id}-step`}
            inputMode="text"
            autoComplete="off"
            value={typed}
            placeholder={kind === 'percent' ? '+3' : '+5,000'}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `${id}-error` : undefined}
            onChange={({ target }) => update({ typed: target.value })}
            className="o-field"
          />
          <select
            aria-label={t('office.bulk.unit')}
            value={kind}
            onChange={({ target }) => update({ kind: target.value as PriceStepKind })}
            className="o-field"
          >
            {PRICE_STEPS.map((step) => (
              <option key={step} value={step}>
                {step === 'percent' ? '%' : '₭'}
              </option>
            ))}
          </select>
        </span>
      </div>
      <div className="o-label">
        <label htmlFor={`${id}-round`}>{t('office.bulk.round')}</label>
        <select
          id={`${id}-round`}
          value={rounding}
          onChange={({ target }) => update({ rounding: Number(target.value) })}
          className="o-field"
        >
          {ROUNDINGS.map((step) => (
            <option key={step} value={step}>
              ₭{formatNumber(step)}
            </option>
          ))}
        </select>
      </div>
      {isWrong && (
        <p id={`${id}-error`} role="alert" className="o-small col-span-2 text-err">
          {t(kind === 'percent' ? 'office.bulk.percentWrong' : 'office.bulk.amountWrong')}
        </p>
      )}
    </div>
  );
}
