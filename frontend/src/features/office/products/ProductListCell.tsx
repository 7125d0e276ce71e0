import { isCut } from '@/shared/format/kip';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import { StateBadge } from '../StateBadge';
import type { StaffProduct } from '../staff-product-types';
import { useOffice } from '../use-office-format';
import { PriceCell } from './PriceCell';
import type { ProductColumn } from './product-columns';
import { saleLook } from './product-labels';
import { StockButton } from './StockButton';
import type { OpenCells } from './use-open-cells';
import { useProductTexts } from './use-product-texts';

const NONE = '—';

type ProductListCellProps = {
  column: ProductColumn;
  product: StaffProduct;
  /** Maximum number of free units that counts as low stock. */
  low: number;
  cells: OpenCells;
};

/** Content of one cell of the product list. Stock and price can be changed in it. */
export function ProductListCell({ column, product, low, cells }: ProductListCellProps) {
  const { language } = useOffice();
  const { nameOf, unitOf, groupOf } = useProductTexts();
  const id = String(product.pro_id);
  switch (column) {
    case 'location':
      return <OneLine>{product.location}</OneLine>;
    case 'code':
      return product.code ? <Ltr className="o-one-line tabular-nums">{product.code}</Ltr> : NONE;
    case 'brand':
      return <OneLine>{product.brand}</OneLine>;
    case 'group':
      return <OneLine>{groupOf(product)}</OneLine>;
    case 'unit':
      return <OneLine>{unitOf(product)}</OneLine>;
    case 'stock':
      return (
        <StockButton
          product={product}
          low={low}
          name={nameOf(product)}
          isOpen={cells.isOpen(id, 'stock')}
          onOpen={(isOpen) => cells.set(id, 'stock', isOpen)}
        />
      );
    case 'price':
      return (
        <PriceCell
          product={product}
          name={nameOf(product)}
          isEditing={cells.isOpen(id, 'price')}
          onEdit={(isEditing) => cells.set(id, 'price', isEditing)}
        />
      );
    case 'before':
      if (!isCut(product.price, product.original_price)) return NONE;
      return (
        <s className="o-muted">
          <OfficeKip value={product.original_price ?? 0} />
        </s>
      );
    case 'vat':
      return `${product.vatrate}%`;
    case 'updated':
      return (
        <span className="o-one-line tabular-nums">{fullMoment(product.updated_at, language)}</span>
      );
    case 'status':
      return <StateBadge look={saleLook(product)} />;
  }
}

const OneLine = ({ children }: { children: string }) => (
  <span className="o-one-line">
    <LocalizedText>{children || NONE}</LocalizedText>
  </span>
);
