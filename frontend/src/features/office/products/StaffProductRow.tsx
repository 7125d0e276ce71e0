import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { formatNumber, isCut } from '@/shared/format/kip';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeKip } from '../OfficeKip';
import { StateBadge } from '../StateBadge';
import type { StaffProduct } from '../staff-product-types';
import { useOffice } from '../use-office-format';
import { PriceCell } from './PriceCell';
import { saleLook } from './product-labels';
import { StockCount } from './StockCount';
import type { OpenCells } from './use-open-cells';
import { useProductTexts } from './use-product-texts';

type StaffProductRowProps = {
  product: StaffProduct;
  /** Maximum number of free units that counts as low stock. */
  low: number;
  isChosen: boolean;
  isCurrent: boolean;
  cells: OpenCells;
  onToggle: (isRange: boolean) => void;
};

/** Row of the table. The name is a link to the product page. */
export function StaffProductRow(props: StaffProductRowProps) {
  const { product, low, isChosen, isCurrent, cells, onToggle } = props;
  const { t } = useOffice();
  const { nameOf, unitOf, groupOf } = useProductTexts();
  const id = String(product.pro_id);
  const name = nameOf(product);
  const details = [id, unitOf(product), product.brand].filter(Boolean).join(' · ');
  return (
    <tr
      data-product={id}
      data-current={isCurrent || undefined}
      data-hidden={!product.visible || undefined}
      aria-selected={isChosen}
    >
      <td>
        <label className="o-check">
          <input
            type="checkbox"
            aria-label={t('office.select', { number: name })}
            checked={isChosen}
            onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey === true)}
          />
        </label>
      </td>
      <td>
        <span className="o-product">
          <ImageTile
            path={product.pro_img_cover}
            alt=""
            sizes="40px"
            upTo={160}
            tileClassName="w-10"
          />
          <span className="o-grow">
            <Link to="/staff/products/$proId" params={{ proId: id }} className="o-product-name">
              <LocalizedText>{name}</LocalizedText>
            </Link>
            <small className="tabular-nums">
              <LocalizedText>{details}</LocalizedText>
            </small>
          </span>
        </span>
      </td>
      <td className="o-col-group">
        <span className="o-one-line">
          <LocalizedText>{groupOf(product) || '—'}</LocalizedText>
        </span>
      </td>
      <td className="o-end">
        <StockButton
          product={product}
          low={low}
          name={name}
          isOpen={cells.isOpen(id, 'stock')}
          onOpen={(isOpen) => cells.set(id, 'stock', isOpen)}
        />
      </td>
      <td className="o-end">
        <PriceCell
          product={product}
          name={name}
          isEditing={cells.isOpen(id, 'price')}
          onEdit={(isEditing) => cells.set(id, 'price', isEditing)}
        />
      </td>
      <td className="o-end">
        {!isCut(product.price, product.original_price) ? (
          '—'
        ) : (
          <s className="o-muted">
            <OfficeKip value={product.original_price ?? 0} />
          </s>
        )}
      </td>
      <td>
        <StateBadge look={saleLook(product)} />
      </td>
    </tr>
  );
}

type StockButtonProps = {
  product: StaffProduct;
  low: number;
  name: string;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

/** Stock of a row. A click or `Shift e` opens the adjustment below the row. */
function StockButton({ product, low, name, isOpen, onOpen }: StockButtonProps) {
  const { t } = useOffice();
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
