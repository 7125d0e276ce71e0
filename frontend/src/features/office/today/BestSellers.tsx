import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeKip } from '../OfficeKip';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import { ChangeText } from './ChangeText';
import { changeOf } from './sales-figures';
import type { BestSeller } from './staff-today-api';

/** Panel of the products with the highest revenue of the last seven days. */
export function BestSellers({ products }: { products: BestSeller[] }) {
  const { t, code } = useOffice();
  const id = useId();
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
        <table aria-labelledby={id} className="o-table o-today-table">
          <thead className="max-lg:sr-only">
            <tr>
              <th>{t('office.column.product')}</th>
              <th className="o-end max-lg:hidden">{t('office.product.sold')}</th>
              <th className="o-end">{t('office.revenue')}</th>
              <th className="o-end">{t('office.column.change')}</th>
              <th className="o-end max-lg:hidden">{t('office.product.stock')}</th>
            </tr>
          </thead>
          <tbody>
            {products.map((product) => {
              const unit = pickText(product.unit_la, product.unit_en, code);
              const quantity = `${formatNumber(product.quantity)} ${unit}`.trim();
              return (
                <tr key={product.pro_id}>
                  <td>
                    <span className="o-product">
                      <ImageTile
                        path={product.pro_img_cover}
                        alt=""
                        sizes="36px"
                        upTo={160}
                        tileClassName="w-9"
                      />
                      <span className="o-grow">
                        <ProductName product={product} />
                        <small className="tabular-nums lg:hidden">
                          <LocalizedText>{quantity}</LocalizedText>
                        </small>
                      </span>
                    </span>
                  </td>
                  <td className="o-end max-lg:hidden">
                    <LocalizedText>{quantity}</LocalizedText>
                  </td>
                  <td className="o-end font-semibold">
                    <OfficeKip value={product.revenue} />
                  </td>
                  <td className="o-end">
                    <ChangeText change={changeOf(product.revenue, product.revenue_before)} />
                  </td>
                  <td className="o-end max-lg:hidden">
                    {product.stock === null ? '—' : formatNumber(product.stock)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </section>
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
