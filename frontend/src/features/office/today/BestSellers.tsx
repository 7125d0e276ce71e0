import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Quantity } from '@/shared/ui/Quantity';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { DataGridTable } from '../grid/DataGridTable';
import type { GridColumn } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { OfficeKip } from '../OfficeKip';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import { ChangeText } from './ChangeText';
import { changeOf } from './sales-figures';
import type { BestSeller } from './staff-today-api';

const COLUMNS: GridColumn<BestSeller>[] = [
  {
    id: 'product',
    meta: { label: 'office.column.product' },
    cell: ({ row }) => <Product product={row.original} />,
  },
  {
    id: 'sold',
    meta: { label: 'office.product.sold', isEnd: true, className: 'max-lg:hidden' },
    cell: ({ row }) => <SoldUnits product={row.original} />,
  },
  {
    id: 'revenue',
    meta: { label: 'office.revenue', isEnd: true, cellClassName: 'font-semibold' },
    cell: ({ row }) => <OfficeKip value={row.original.revenue} />,
  },
  {
    id: 'change',
    meta: { label: 'office.column.change', isEnd: true },
    cell: ({ row: { original } }) => (
      <ChangeText change={changeOf(original.revenue, original.revenue_before)} />
    ),
  },
  {
    id: 'stock',
    meta: { label: 'office.product.stock', isEnd: true, className: 'max-lg:hidden' },
    cell: ({ row: { original } }) => (original.stock === null ? '—' : formatNumber(original.stock)),
  },
];
const idOf = ({ pro_id }: BestSeller) => String(pro_id);

/** Panel of the products with the highest revenue of the last seven days. */
export function BestSellers({ products }: { products: BestSeller[] }) {
  const { t } = useOffice();
  const id = useId();
  const grid = useDataGrid({ columns: COLUMNS, rows: products, idOf, meta: {} });
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.bestSellers')}
        </h2>
      </div>
      {products.length === 0 ? (
        <p className="o-panel-body o-note">{t('office.noSales')}</p>
      ) : (
        <DataGridTable
          aria-labelledby={id}
          table={grid}
          className="o-today-table"
          headClassName="max-lg:sr-only"
        />
      )}
    </section>
  );
}

/** Image and name of a product; on phones, with the quantity. */
function Product({ product }: { product: BestSeller }) {
  return (
    <span className="o-product">
      <ImageTile path={product.pro_img_cover} alt="" sizes="36px" upTo={160} tileClassName="w-9" />
      <span className="o-grow">
        <ProductName product={product} />
        <small className="tabular-nums lg:hidden">
          <SoldUnits product={product} />
        </small>
      </span>
    </span>
  );
}

function SoldUnits({ product }: { product: BestSeller }) {
  const { code } = useOffice();
  return (
    <Quantity count={product.quantity} unit={pickText(product.unit_la, product.unit_en, code)} />
  );
}

function ProductName({ product }: { product: BestSeller }) {
  const { code } = useOffice();
  const may = useMay();
  const name = pickText(product.pro_name_la, product.pro_name_en, code);
  if (!may('products')) return <LocalizedText>{name}</LocalizedText>;
  return (
    <Link
      to="/staff/products/$proId"
      params={{ proId: String(product.pro_id) }}
      className="o-product-name"
    >
      <LocalizedText>{name}</LocalizedText>
    </Link>
  );
}
