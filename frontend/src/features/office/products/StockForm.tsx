import { Check } from 'lucide-react';
import { useId, useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { pressedKey } from '@/shared/forms/pressed-key';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { Segments } from '../Segments';
import { STOCK_KINDS, type StaffProduct, type StockKind } from '../staff-product-types';
import { KIND_TEXTS } from './product-labels';
import { MAX_STOCK_REASON, needsStockReason, readUnits, unitsAfter } from './stock-adjustment';
import { useStockAdjustment } from './use-stock-adjustment';

type StockFormProps = {
  product: StaffProduct;
  name: string;
  /** Whether the quantity receives the focus at once. */
  isFocused?: boolean;
  /** Called when the form closes, with or without an adjustment. */
  onClose?: () => void;
};

/** Form of a stock adjustment: kind, units, reason, and the effect. Enter saves, Esc closes. */
export function StockForm({ product, name, isFocused = false, onClose }: StockFormProps) {
  const t = useT();
  const id = useId();
  const [kind, setKind] = useState<StockKind>('receive');
  const [quantity, setQuantity] = useState('');
  const [reason, setReason] = useState('');
  const { adjust, isSaving, refusal, clearRefusal } = useStockAdjustment(product, name);
  const units = readUnits(kind, quantity);
  const after = typeof units === 'number' ? unitsAfter(product, kind, units) : undefined;
  const standing = product.awaiting_handover;
  const hint =
    kind !== 'count' || standing === 0
      ? undefined
      : standing === undefined
        ? t('office.stock.standing')
        : t('office.stock.standingCount', { count: standing });
  const describedBy = (field: 'quantity' | 'reason') => {
    if (refusal?.field === field) return `${id}-error`;
    return field === 'quantity' && hint ? `${id}-hint` : undefined;
  };
  return (
    <form
      noValidate
      className="o-stock"
      onSubmit={async (event) => {
        event.preventDefault();
        if (!(await adjust({ kind, quantity, reason }))) return;
        setQuantity('');
        setReason('');
        onClose?.();
      }}
      onKeyDown={(event) => {
        if (pressedKey(event) !== 'Escape' || !onClose) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <Segments
        label={t('office.stock.kind')}
        choices={STOCK_KINDS.map((value) => ({ value, label: t(KIND_TEXTS[value]) }))}
        value={kind}
        onChoose={(next) => {
          setKind(next);
          clearRefusal();
        }}
      />
      <input
        // biome-ignore lint/a11y/noAutofocus: the press that opens the form is for typing in it
        autoFocus={isFocused}
        data-autofocus={isFocused || undefined}
        inputMode={kind === 'correct' ? 'text' : 'numeric'}
        autoComplete="off"
        value={quantity}
        placeholder={QUANTITY_HINTS[kind]}
        aria-label={t(kind === 'count' ? 'office.stock.counted' : 'office.stock.quantity')}
        aria-invalid={refusal?.field === 'quantity'}
        aria-describedby={describedBy('quantity')}
        onChange={({ target }) => {
          setQuantity(target.value);
          clearRefusal();
        }}
        className="o-field o-stock-units"
      />
      <input
        autoComplete="off"
        value={reason}
        maxLength={MAX_STOCK_REASON}
        placeholder={t(needsStockReason(kind) ? 'office.stock.reason' : 'office.stock.reasonOrNo')}
        aria-label={t('office.reason')}
        aria-required={needsStockReason(kind)}
        aria-invalid={refusal?.field === 'reason'}
        aria-describedby={describedBy('reason')}
        onChange={({ target }) => {
          setReason(target.value);
          clearRefusal();
        }}
        className="o-field o-stock-reason"
      />
      <output className="o-stock-after">
        {product.on_hand === null ? '—' : formatNumber(product.on_hand)} →{' '}
        <b>{after === undefined ? '…' : formatNumber(after)}</b>
      </output>
      <span className="o-row">
        {onClose && <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>}
        <OfficeButton type="submit" kind="soft" icon={Check} isLoading={isSaving}>
          {t('office.stock.save')}
        </OfficeButton>
      </span>
      {hint && (
        <p id={`${id}-hint`} className="o-stock-hint">
          {hint}
        </p>
      )}
      {refusal && (
        <p id={`${id}-error`} role="alert" className="o-stock-note">
          {refusal.text}
        </p>
      )}
    </form>
  );
}

const QUANTITY_HINTS: Record<StockKind, string> = {
  receive: '+60',
  count: '65',
  damage: '−2',
  correct: '−2',
};
