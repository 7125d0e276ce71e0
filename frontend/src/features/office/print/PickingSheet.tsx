import { useState } from 'react';
import { useSession } from '@/domain/session/session';
import { mediaUrl } from '@/shared/api/media-url';
import { formatNumber } from '@/shared/format/kip';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { LogoMark } from '@/shared/ui/Logo';
import { fullMoment } from '../office-dates';
import { useOffice } from '../use-office-format';
import { OrderSlip } from './OrderSlip';
import type { PickingRow, PickingSheetData } from './picking-list';

/** Picking list for up to six orders: a row for each product, a checkbox for each order, then a slip for each order. */
export function PickingSheet({ sheet }: { sheet: PickingSheetData }) {
  const { t, language } = useOffice();
  const { user } = useSession();
  const [printedAt] = useState(() => new Date().toISOString());
  const { columns, rows, units } = sheet;
  return (
    <article className="o-sheet">
      <header className="o-sheet-head">
        <div className="o-sheet-title">
          <LogoMark />
          <div>
            <h1>{t('office.doc.picking')}</h1>
            <p>
              {[
                t('office.orderCount', { count: columns.length }),
                t('office.lineCount', { count: rows.length }),
                t('office.pieces', { count: units }),
              ].join(' · ')}
            </p>
          </div>
        </div>
        <p className="o-sheet-end">
          {fullMoment(printedAt, language)} · {user?.fname}
        </p>
      </header>
      <table className="o-pick">
        <thead>
          <tr>
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
        <tbody>
          {rows.map((row) => (
            <Row key={row.line.pro_id} row={row} />
          ))}
        </tbody>
      </table>
      <section className="o-slips">
        {columns.map(({ letter, order }) => (
          <OrderSlip key={letter} letter={letter} order={order} />
        ))}
      </section>
      <section className="o-write">
        <p>
          <b>{t('office.doc.missing')}</b>
        </p>
        <div />
        <div />
      </section>
      <footer className="o-signatures">
        {[t('office.doc.picker'), t('office.doc.checker'), t('office.doc.finished')].map((name) => (
          <div key={name}>
            <span />
            {name}
          </div>
        ))}
      </footer>
    </article>
  );
}

function Row({ row: { line, total, quantities } }: { row: PickingRow }) {
  const { code } = useOffice();
  return (
    <tr>
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
      {quantities.map((quantity, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <td key={column} className="o-center o-box">
          {quantity > 0 ? (
            <>
              <span className="o-tick" />
              <b className="tabular-nums">{formatNumber(quantity)}</b>
            </>
          ) : (
            '–'
          )}
        </td>
      ))}
    </tr>
  );
}
