import { Fragment } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { SortHeader } from '../SortHeader';
import type { StaffProductListProps } from './StaffProductList';
import { StaffProductRow } from './StaffProductRow';
import { StockForm } from './StockForm';
import { useProductTexts } from './use-product-texts';

const COLUMNS = 7;

/** Table of products, sortable by price and stock, which can be edited in their cells. */
export function StaffProductTable(props: StaffProductListProps) {
  const { params, products, low, selection, currentId, cells, onChange } = props;
  const t = useT();
  const { nameOf } = useProductTexts();
  const isAll = selection.chosen.length === products.length;
  return (
    <table className="o-table o-products">
      <caption className="sr-only">{t('office.products')}</caption>
      <colgroup>
        <col className="w-12" />
        <col />
        <col className="o-col-group" />
        <col className="w-28" />
        <col className="w-34" />
        <col className="w-28" />
        <col className="w-36" />
      </colgroup>
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
          <th className="o-col-group">{t('office.product.group')}</th>
          <SortHeader
            isEnd
            label={t('office.product.stock')}
            sort={params.sort}
            down="stock_desc"
            up="stock_asc"
            onSort={(sort) => onChange({ sort })}
          />
          <SortHeader
            isEnd
            label={t('office.product.price')}
            sort={params.sort}
            down="price_desc"
            up="price_asc"
            onSort={(sort) => onChange({ sort })}
          />
          <th className="o-end">{t('office.product.before')}</th>
          <th>{t('office.column.status')}</th>
        </tr>
      </thead>
      <tbody>
        {products.map((product) => {
          const id = String(product.pro_id);
          return (
            <Fragment key={id}>
              <StaffProductRow
                product={product}
                low={low}
                isChosen={selection.has(id)}
                isCurrent={id === currentId}
                cells={cells}
                onToggle={(isRange) => (isRange ? selection.extendTo(id) : selection.toggle(id))}
              />
              {cells.isOpen(id, 'stock') && (
                <tr className="o-stock-row">
                  <td colSpan={COLUMNS}>
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
