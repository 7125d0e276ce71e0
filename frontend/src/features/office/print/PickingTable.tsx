import { mediaUrl } from '@/shared/api/media-url';
import { formatNumber } from '@/shared/format/kip';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { useOffice } from '../use-office-format';
import { PickBox } from './PickBox';
import type { PickingColumn, PickingGroup, PickingRow, PickingSheetData } from './picking-list';

/**
 * Rows of a picking list by location. On a sheet for several orders, a location with several rows has a total; the only
 * row of a location is its total already.
 */
export function PickingTable({ sheet: { columns, groups } }: { sheet: PickingSheetData }) {
  const { t } = useOffice();
  const hasTotals = columns.length > 1;
  return (
    <table className="o-pick">
      <thead>
        <tr>
          <th className="o-location">{t('office.product.location')}</th>
          <th>{t('office.column.product')}</th>
          <th className="o-center">{t('office.column.total')}</th>
          {columns.map(({ letter, order }) => (
            <th key={letter} className="o-center o-box">
              <b>{letter}</b>
              <small>{order.number.slice(-4)}</small>
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody key={group.location}>
          {group.rows.map((row) => (
            <ProductRow key={row.line.pro_id} row={row} columns={columns} />
          ))}
          {hasTotals && group.location && group.rows.length > 1 && <TotalRow group={group} />}
        </tbody>
      ))}
    </table>
  );
}

type ProductRowProps = { row: PickingRow; columns: PickingColumn[] };

function ProductRow({ row, columns }: ProductRowProps) {
  const { line, location, total, quantities } = row;
  const { code } = useOffice();
  return (
    <tr>
      <td className="o-location">{location || '–'}</td>
      <td>
        <div className="o-pick-product">
          <img src={mediaUrl(line.pro_img_cover, 160)} alt="" width="45" height="45" />
          <div>
            <b>
              <LocalizedText>{pickText(line.pro_name_la, line.pro_name_en, code)}</LocalizedText>
            </b>
            <small>
              {line.pro_id} · {pickText(line.unit_name_la, line.unit_name_en, code)}
            </small>
          </div>
        </div>
      </td>
      <td className="o-center o-quantity tabular-nums">{formatNumber(total)}</td>
      {columns.map(({ letter, order }, column) => {
        const quantity = quantities[column] ?? 0;
        return (
          <td key={letter} className="o-center o-box">
            {quantity > 0 ? <PickBox order={order} line={line} quantity={quantity} /> : '–'}
          </td>
        );
      })}
    </tr>
  );
}

function TotalRow({ group: { location, total, quantities } }: { group: PickingGroup }) {
  const { t } = useOffice();
  return (
    <tr className="o-location-total">
      <th scope="row" colSpan={2}>
        {t('office.doc.locationTotal', { location })}
      </th>
      <td className="o-center tabular-nums">{formatNumber(total)}</td>
      {quantities.map((quantity, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <td key={column} className="o-center o-box tabular-nums">
          {quantity > 0 ? formatNumber(quantity) : '–'}
        </td>
      ))}
    </tr>
  );
}
