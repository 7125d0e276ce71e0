import { useEffect, useRef } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import type { StaffProduct } from '../staff-product-types';
import { StockCount } from './StockCount';

type StockButtonProps = {
  product: StaffProduct;
  low: number;
  name: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/** Stock of a row. A click or `Shift e` opens the adjustment below the row. */
export function StockButton({ product, low, name, isOpen, onOpen }: StockButtonProps) {
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const count = product.stock === null ? t('office.stock.uncounted') : formatNumber(product.stock);
  return (
    <button
      ref={button}
      type="button"
      aria-expanded={isOpen}
      onClick={() => onOpen(!isOpen)}
      className="o-cell"
    >
      <span className="sr-only">{t('office.stock.adjust', { name, count })}</span>
      <span aria-hidden className="contents">
        <StockCount product={product} low={low} />
      </span>
    </button>
  );
}
