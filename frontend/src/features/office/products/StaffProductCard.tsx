import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeDialog } from '../OfficeDialog';
import { OfficeKip } from '../OfficeKip';
import { StateBadge } from '../StateBadge';
import type { StaffProduct } from '../staff-product-types';
import { useLongPress } from '../use-long-press';
import { useOffice } from '../use-office-format';
import { STOCK_TEXTS, saleLook, stockState } from './product-labels';
import { StockForm } from './StockForm';
import { useProductTexts } from './use-product-texts';

type StaffProductCardProps = {
  product: StaffProduct;
  low: number;
  isChosen: boolean;
  /** Whether any product is selected, so that every card shows its checkbox. */
  isChoosing: boolean;
  onToggle: () => void;
};

const TONES = { in: '', low: 'o-warn', out: 'o-down', uncounted: '' };

/** Card of a product on phones. The stock opens its adjustment; a long press selects the product. */
export function StaffProductCard(props: StaffProductCardProps) {
  const { product, low, isChosen, isChoosing, onToggle } = props;
  const { t } = useOffice();
  const { nameOf, unitNameOf } = useProductTexts();
  const press = useLongPress(onToggle);
  const [isAdjusting, setAdjusting] = useState(false);
  const id = String(product.pro_id);
  const name = nameOf(product);
  const state = stockState(product, low);
  const count = product.stock === null ? '—' : formatNumber(product.stock);
  const look = saleLook(product);
  return (
    <li
      data-product={id}
      data-selected={isChosen || undefined}
      {...press}
      className="o-card o-product-card"
    >
      <span className="o-row">
        {isChoosing && (
          <label className="o-check">
            <input
              type="checkbox"
              aria-label={t('office.select', { number: name })}
              checked={isChosen}
              onChange={onToggle}
            />
          </label>
        )}
        <ImageTile
          path={product.pro_img_cover}
          alt=""
          sizes="52px"
          upTo={160}
          tileClassName="w-13"
        />
      </span>
      <span className="grid min-w-0 justify-items-start">
        <Link to="/staff/products/$proId" params={{ proId: id }} className="o-card-link">
          <LocalizedText>{name}</LocalizedText>
        </Link>
        <b className="font-semibold">
          {product.price === null ? '—' : <OfficeKip value={product.price} />}
        </b>
        {look.kind !== 'ok' && <StateBadge look={look} />}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setAdjusting(true)}
        className="o-card-stock"
      >
        <span className="sr-only">{t('office.stock.adjust', { name, count })}</span>
        <b aria-hidden>{count}</b>
        <small className={cx(TONES[state])}>
          <LocalizedText>
            {state === 'in'
              ? unitOf(product.stock ?? 0, unitNameOf(product))
              : t(STOCK_TEXTS[state])}
          </LocalizedText>
        </small>
      </button>
      <OfficeDialog
        isOpen={isAdjusting}
        onClose={() => setAdjusting(false)}
        title={t('office.stock.title', { name })}
      >
        {isAdjusting && (
          <div className="office-dialog">
            <StockForm
              isFocused
              product={product}
              name={name}
              onClose={() => setAdjusting(false)}
            />
          </div>
        )}
      </OfficeDialog>
    </li>
  );
}
