import type { OrderLine } from '@/domain/orders/order-types';
import type { StaffOrder } from '../staff-order-types';

/** Maximum number of orders on one sheet. */
const MAX_COLUMNS = 6;
const A = 65;

export type PickingColumn = { letter: string; order: StaffOrder };
export type PickingRow = {
  line: OrderLine;
  total: number;
  /** Units for each column; 0 if the order does not have the product. */
  quantities: number[];
};
export type PickingSheetData = { columns: PickingColumn[]; rows: PickingRow[]; units: number };

/** Sheets of a picking list: each product once, with a column for each order, sorted by product number. */
export function pickingSheets(orders: StaffOrder[]): PickingSheetData[] {
  const sheets: PickingSheetData[] = [];
  for (let start = 0; start < orders.length; start += MAX_COLUMNS) {
    sheets.push(sheetOf(orders.slice(start, start + MAX_COLUMNS)));
  }
  return sheets;
}

function sheetOf(orders: StaffOrder[]): PickingSheetData {
  const rows = new Map<number, PickingRow>();
  orders.forEach((order, column) => {
    for (const line of order.lines) {
      const row = rows.get(line.pro_id) ?? { line, total: 0, quantities: orders.map(() => 0) };
      row.total += line.quantity;
      row.quantities[column] = (row.quantities[column] ?? 0) + line.quantity;
      rows.set(line.pro_id, row);
    }
  });
  const sorted = [...rows.values()].sort((a, b) => a.line.pro_id - b.line.pro_id);
  return {
    columns: orders.map((order, index) => ({ letter: String.fromCharCode(A + index), order })),
    rows: sorted,
    units: sorted.reduce((sum, { total }) => sum + total, 0),
  };
}

export const unitsOf = ({ lines }: StaffOrder): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
