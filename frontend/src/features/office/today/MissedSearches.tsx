import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { DataGridTable } from '../grid/DataGridTable';
import type { GridColumn } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { useMay } from '../staff-access';
import { useOffice } from '../use-office-format';
import type { StaffToday } from './staff-today-api';

type Searches = NonNullable<StaffToday['searches']>;

type Search = Searches[number];

const COLUMNS: GridColumn<Search>[] = [
  {
    id: 'text',
    meta: { label: 'office.column.searched', isRowHeader: true },
    cell: ({ row }) => <LocalizedText>{row.original.text}</LocalizedText>,
  },
  {
    id: 'visitors',
    meta: { label: 'office.column.visitors', isEnd: true },
    cell: ({ row }) => row.original.visitors,
  },
];
const idOf = ({ text }: Search) => text;

/** Panel of frequent searches without a result. */
export function MissedSearches({ searches }: { searches: Searches }) {
  const { t } = useOffice();
  const id = useId();
  const may = useMay();
  const grid = useDataGrid({ columns: COLUMNS, rows: searches, idOf, meta: {} });
  return (
    <section aria-labelledby={id} className="o-panel">
      <div className="o-panel-head">
        <h2 id={id} className="o-h2">
          {t('office.missedSearches')}
        </h2>
        {may('searches') && (
          <Link to="/staff/searches" search={{}} className="o-link">
            {t('office.searches.improve')}
          </Link>
        )}
      </div>
      {searches.length === 0 ? (
        <p className="o-panel-body o-note">{t('office.noMissedSearches')}</p>
      ) : (
        <DataGridTable aria-labelledby={id} table={grid} className="o-today-table" />
      )}
    </section>
  );
}
