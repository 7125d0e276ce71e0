import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isCut } from '@/shared/format/kip';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
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

/** Data that the cells of a product read beside the product. */
export type ProductGridMeta = {
  /** Maximum number of free units that counts as low stock. */
  low: number;
  cells: OpenCells;
};

type ProductCellProps = ProductGridMeta & { product: StaffProduct };

/** Contents of the cells of the product list that can be chosen. Stock and price can be changed in them. */
export const PRODUCT_CELLS: Record<ProductColumn, (props: ProductCellProps) => ReactNode> = {
  location: ({ product }) => <OneLine>{product.location}</OneLine>,
  code: ({ product }) =>
    product.code ? <Ltr className="o-one-line tabular-nums">{product.code}</Ltr> : NONE,
  brand: ({ product }) => <OneLine>{product.brand}</OneLine>,
  group: Group,
  unit: Unit,
  stock: Stock,
  price: Price,
  before: ({ product: { price, original_price: before } }) =>
    isCut(price, before) ? (
      <s className="o-muted">
        <OfficeKip value={before ?? 0} />
      </s>
    ) : (
      NONE
    ),
  vat: ({ product }) => `${product.vatrate}%`,
  updated: Updated,
  status: ({ product }) => <StateBadge look={saleLook(product)} />,
};

/** Image and name of a product, which is a link to its page, with its number, unit and brand. */
export function ProductNameCell({ product }: Pick<ProductCellProps, 'product'>) {
  const { nameOf, unitNameOf } = useProductTexts();
  const id = String(product.pro_id);
  const details = [id, unitNameOf(product), product.brand].filter(Boolean).join(' · ');
  return (
    <span className="o-product">
      <ImageTile path={product.pro_img_cover} alt="" sizes="40px" upTo={160} tileClassName="w-10" />
      <span className="o-grow">
        <Link to="/staff/products/$proId" params={{ proId: id }} className="o-product-name">
          <LocalizedText>{nameOf(product)}</LocalizedText>
        </Link>
        <small className="tabular-nums">
          <LocalizedText>{details}</LocalizedText>
        </small>
      </span>
    </span>
  );
}

function Group({ product }: ProductCellProps) {
  const { groupOf } = useProductTexts();
  return <OneLine>{groupOf(product)}</OneLine>;
}

function Unit({ product }: ProductCellProps) {
  const { unitNameOf } = useProductTexts();
  return <OneLine>{unitNameOf(product)}</OneLine>;
}

function Stock({ product, low, cells }: ProductCellProps) {
  const { nameOf } = useProductTexts();
  const id = String(product.pro_id);
  return (
    <StockButton
      product={product}
      low={low}
      name={nameOf(product)}
      isOpen={cells.isOpen(id, 'stock')}
      onOpen={(isOpen) => cells.set(id, 'stock', isOpen)}
    />
  );
}

function Price({ product, cells }: ProductCellProps) {
  const { nameOf } = useProductTexts();
  const id = String(product.pro_id);
  return (
    <PriceCell
      product={product}
      name={nameOf(product)}
      isEditing={cells.isOpen(id, 'price')}
      onEdit={(isEditing) => cells.set(id, 'price', isEditing)}
    />
  );
}

function Updated({ product }: ProductCellProps) {
  const { language } = useOffice();
  return (
    <span className="o-one-line tabular-nums">{fullMoment(product.updated_at, language)}</span>
  );
}

const OneLine = ({ children }: { children: string }) => (
  <span className="o-one-line">
    <LocalizedText>{children || NONE}</LocalizedText>
  </span>
);
