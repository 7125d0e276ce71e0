import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { readPrice } from '@/shared/format/price-text';
import { pressedKey } from '@/shared/forms/pressed-key';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { kipText, OfficeKip } from '../OfficeKip';
import type { StaffProduct } from '../staff-product-types';
import { cacheProduct, currentProduct, patchProduct } from '../staff-products-api';
import { PriceQuestion } from './PriceQuestion';
import { type PriceEffect, priceEffect } from './price-effect';
import { useProductUndo } from './product-undo';

type PriceCellProps = {
  product: StaffProduct;
  name: string;
  isEditing: boolean;
  onEdit: (isEditing: boolean) => void;
};

/** Editable price of a row. A click or `e` opens it, Enter saves, Esc restores. */
export function PriceCell({ product, name, isEditing, onEdit }: PriceCellProps) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(isEditing);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) {
    return <PriceInput product={product} name={name} onClose={() => onEdit(false)} />;
  }
  const shown = product.price === null ? '—' : kipText(product.price);
  return (
    <button
      ref={button}
      type="button"
      aria-label={t('office.product.editPrice', { name, price: shown })}
      onClick={() => onEdit(true)}
      className="o-cell"
    >
      {product.price === null ? '—' : <OfficeKip value={product.price} />}
    </button>
  );
}

type PriceInputProps = { product: StaffProduct; name: string; onClose: () => void };

function PriceInput({ product, name, onClose }: PriceInputProps) {
  const t = useT();
  const client = useQueryClient();
  const { offer } = useProductUndo();
  const id = useId();
  const [text, setText] = useState(product.price === null ? '' : formatNumber(product.price));
  const [note, setNote] = useState('');
  const [isSaving, setSaving] = useState(false);
  const [confirming, setConfirming] = useState<PriceEffect | undefined>(undefined);

  const save = async (isConfirmed = false) => {
    if (isSaving) return;
    const price = readPrice(text);
    if (price === product.price) return onClose();
    if (price === undefined || price === null) return setNote(t('office.product.priceWrong'));
    const effect = isConfirmed ? undefined : priceEffect(product.price, price);
    setConfirming(effect);
    if (effect) return;
    setSaving(true);
    try {
      const next = await patchProduct(product.pro_id, product.version, { price });
      cacheProduct(client, next);
      const [newest] = next.ledger;
      const done = t('office.product.priceSaved', { name, price: kipText(price) });
      if (newest) offer(done, { changeId: newest.change_id, proId: product.pro_id });
      onClose();
    } catch (error) {
      const current = currentProduct(error);
      if (current) cacheProduct(client, current);
      setNote(
        current
          ? t('office.product.priceChanged', {
              price: current.price === null ? '—' : kipText(current.price),
            })
          : `${t('office.actionFailed')}. ${errorText(t, error) ?? ''}`.trim(),
      );
    } finally {
      setSaving(false);
    }
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (key === 'Enter') {
      event.preventDefault();
      void save();
    }
    if (key === 'Escape') {
      event.stopPropagation();
      onClose();
    }
  };
  return (
    <span className="o-cell-edit">
      <input
        // biome-ignore lint/a11y/noAutofocus: the press that opens the cell is for typing in it
        autoFocus
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-label={t('office.product.priceOf', { name })}
        aria-invalid={note !== ''}
        aria-describedby={note ? id : undefined}
        aria-busy={isSaving || undefined}
        readOnly={isSaving}
        onFocus={({ target }) => target.select()}
        onBlur={() => {
          if (!isSaving && note === '' && readPrice(text) === product.price) onClose();
        }}
        onChange={({ target }) => {
          setText(target.value);
          setNote('');
        }}
        onKeyDown={onKeyDown}
        className="o-cell-input"
      />
      <PriceQuestion
        name={name}
        effect={confirming}
        before={product.price}
        after={readPrice(text) ?? null}
        isVisible={product.visible}
        onCancel={() => setConfirming(undefined)}
        onConfirm={() => void save(true)}
      />
      {note && (
        <span id={id} role="alert" className="o-cell-note">
          {note}
        </span>
      )}
    </span>
  );
}
