import { Link } from '@tanstack/react-router';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import type { Column } from '../columns/column-choice';
import type { StaffProduct } from '../staff-product-types';
import { useOffice } from '../use-office-format';
import { ProductListCell } from './ProductListCell';
import type { ProductColumn } from './product-columns';
import type { OpenCells } from './use-open-cells';
import { useProductTexts } from './use-product-texts';

type StaffProductRowProps = {
  product: StaffProduct;
  columns: Column<ProductColumn>[];
  /** Maximum number of free units that counts as low stock. */
  low: number;
  isChosen: boolean;
  isCurrent: boolean;
  cells: OpenCells;
  onToggle: (isRange: boolean) => void;
};

/** Row of the table. The name is a link to the product page. */
export function StaffProductRow(props: StaffProductRowProps) {
  const { product, columns, low, isChosen, isCurrent, cells, onToggle } = props;
  const { t } = useOffice();
  const { nameOf, unitOf } = useProductTexts();
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
      {columns.map(({ name: column, isEnd }) => (
        <td key={column} className={cx(column === 'group' && 'o-col-group', isEnd && 'o-end')}>
          <ProductListCell column={column} product={product} low={low} cells={cells} />
        </td>
      ))}
    </tr>
  );
}
