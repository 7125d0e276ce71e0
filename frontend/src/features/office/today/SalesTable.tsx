import { useT } from '@/shared/i18n/language-context';
import { DataGridTable } from '../grid/DataGridTable';
import { type GridColumn, gridMeta } from '../grid/grid-features';
import { useDataGrid } from '../grid/use-data-grid';
import { OfficeKip } from '../OfficeKip';
import type { SalesPoint, SalesSpan } from './sales-figures';

type SalesMeta = {
  title: string;
  span: SalesSpan;
  /** Whether the figures are amounts of money. */
  isMoney: boolean;
};

const COLUMNS: GridColumn<SalesPoint, SalesMeta>[] = [
  {
    id: 'start',
    meta: { isRowHeader: true },
    header: ({ table }) => <SpanHeader span={gridMeta(table).span} />,
    cell: ({ row }) => row.original.label,
  },
  {
    id: 'value',
    meta: { isEnd: true },
    header: ({ table }) => gridMeta(table).title,
    cell: ({ row, table }) => figure(row.original.value, gridMeta(table)),
  },
  {
    id: 'before',
    meta: { label: 'office.weekBefore', isEnd: true, cellClassName: 'o-muted' },
    cell: ({ row, table }) => figure(row.original.before, gridMeta(table)),
  },
];
const idOf = ({ label }: SalesPoint) => label;

/** Figures of a chart as a table. */
export function SalesTable({ points, ...meta }: SalesMeta & { points: SalesPoint[] }) {
  const grid = useDataGrid({ columns: COLUMNS, rows: points, idOf, meta });
  return <DataGridTable table={grid} caption={meta.title} className="o-today-table" />;
}

function SpanHeader({ span }: Pick<SalesMeta, 'span'>) {
  return useT()(span === 'days' ? 'office.column.day' : 'office.column.week');
}

const figure = (value: number, { isMoney }: SalesMeta) =>
  isMoney ? <OfficeKip value={value} /> : value;
