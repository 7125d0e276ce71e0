import { useState } from 'react';
import { useSession } from '@/domain/session/session';
import { shopNow } from '@/shared/api/shop-time';
import { LogoMark } from '@/shared/ui/Logo';
import { fullMoment } from '../office-dates';
import { useOffice } from '../use-office-format';
import { OrderSlip } from './OrderSlip';
import { PickingTable } from './PickingTable';
import type { PickingSheetData } from './picking-list';

type PickingSheetProps = {
  sheet: PickingSheetData;
  /** Whether the catalog could not be reached, so that the list has no locations. */
  isWithoutLocations: boolean;
};

/** Picking list for up to six orders: a row for each product, a checkbox for each order, then a slip for each order. */
export function PickingSheet({ sheet, isWithoutLocations }: PickingSheetProps) {
  const { t, language } = useOffice();
  const { user } = useSession();
  const [printedAt] = useState(() => new Date(shopNow()).toISOString());
  const { columns, lineCount, units } = sheet;
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
                t('office.lineCount', { count: lineCount }),
                t('office.pieces', { count: units }),
              ].join(' · ')}
            </p>
          </div>
        </div>
        <p className="o-sheet-end">
          {fullMoment(printedAt, language)} · {user?.fname}
        </p>
      </header>
      {isWithoutLocations && <p className="o-sheet-note">{t('office.doc.locationsMissing')}</p>}
      <PickingTable sheet={sheet} />
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
