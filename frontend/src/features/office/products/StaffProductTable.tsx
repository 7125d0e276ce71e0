import { Fragment } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { ColumnCols } from '../columns/ColumnCols';
import { SortHeader } from '../SortHeader';
import { productColumnsOf } from './product-columns';
import type { StaffProductListProps } from './StaffProductList';
import { StaffProductRow } from './StaffProductRow';
import { StockForm } from './StockForm';
import { useProductTexts } from './use-product-texts';

/** Pixels of the checkbox; the name takes what is left, and at least this much. */
const BEFORE = [48, undefined];
const MIN_NAME = 260;
/** Sort orders of the columns that have them. */
const SORTS = {
  stock: { down: 'stock_desc', up: 'stock_asc' },
  price: { down: 'price_desc', up: 'price_asc' },
} as const;

/** Table of products with the chosen columns, sortable by price and stock, which can be edited in their cells. */
export function StaffProductTable(props: StaffProductListProps) {
  const { params, products, columns: choice, low, selection, currentId, cells, onChange } = props;
  const t = useT();
  const { nameOf } = useProductTexts();
  const isAll = selection.chosen.length === products.length;
  const columns = productColumnsOf(choice.shown);
  const minWidth = columns.reduce((sum, { width }) => sum + width, 48 + MIN_NAME);
  return (
    <table
      data-default={choice.isDefault || undefined}
      className="o-table o-products"
      style={choice.isDefault ? undefined : { minWidth }}
    >
      <caption className="sr-only">{t('office.products')}</caption>
      <ColumnCols before={BEFORE} columns={columns} />
      <thead>
        <tr>
          <th>
            <label className="o-check">
              <input
                type="checkbox"
                aria-label={t('office.selectAll')}
                checked={isAll}
                ref={(box) => {
                  if (box) box.indeterminate = !isAll && selection.chosen.length > 0;
                }}
                onChange={({ target }) => selection.setAll(target.checked)}
              />
            </label>
          </th>
          <th>{t('office.product.product')}</th>
          {columns.map(({ name, label, isEnd }) =>
            name === 'stock' || name === 'price' ? (
              <SortHeader
                key={name}
                isEnd
                label={t(label)}
                sort={params.sort}
                {...SORTS[name]}
                onSort={(sort) => onChange({ sort })}
              />
            ) : (
              <th key={name} className={cx(name === 'group' && 'o-col-group', isEnd && 'o-end')}>
                {t(label)}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {products.map((product) => {
          const id = String(product.pro_id);
          return (
            <Fragment key={id}>
              <StaffProductRow
                product={product}
                columns={columns}
                low={low}
                isChosen={selection.has(id)}
                isCurrent={id === currentId}
                cells={cells}
                onToggle={(isRange) => (isRange ? selection.extendTo(id) : selection.toggle(id))}
              />
              {cells.isOpen(id, 'stock') && (
                <tr className="o-stock-row">
                  <td colSpan={columns.length + 2}>
                    <StockForm
                      isFocused
                      product={product}
                      name={nameOf(product)}
                      onClose={() => cells.set(id, 'stock', false)}
                    />
                  </td>
                </tr>
              )}
            </Fragment>
          );
        })}
      </tbody>
    </table>
  );
}
