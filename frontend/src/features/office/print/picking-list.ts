import type { OrderLine } from '@/domain/orders/order-types';
import { compareLocations, type Locations } from '../product-locations';
import type { StaffOrder } from '../staff-order-types';

/** Maximum number of orders on one sheet. */
const MAX_COLUMNS = 6;
const A = 65;
const NO_LOCATIONS: Locations = new Map();

export type PickingColumn = { letter: string; order: StaffOrder };
export type PickingRow = {
  line: OrderLine;
  /** Place in the store or warehouse, or empty. */
  location: string;
  total: number;
  /** Units for each column; 0 if the order does not have the product. */
  quantities: number[];
};
/** Rows of one location, and their units. */
export type PickingGroup = {
  location: string;
  rows: PickingRow[];
  total: number;
  quantities: number[];
};
export type PickingSheetData = {
  columns: PickingColumn[];
  /** In natural order of their locations; the products without one are the last group. */
  groups: PickingGroup[];
  lineCount: number;
  units: number;
};

/** Sheets of a picking list: each product once, with a column for each order, sorted by location and product number. */
export function pickingSheets(
  orders: StaffOrder[],
  locations: Locations = NO_LOCATIONS,
): PickingSheetData[] {
  const sheets: PickingSheetData[] = [];
  for (let start = 0; start < orders.length; start += MAX_COLUMNS) {
    sheets.push(sheetOf(orders.slice(start, start + MAX_COLUMNS), locations));
  }
  return sheets;
}

/** Orders, with the orders of a branch first; the others keep their order. */
export function branchFirst(orders: StaffOrder[], branchId: number | undefined): StaffOrder[] {
  if (branchId === undefined) return orders;
  const isOwn = ({ delivery }: StaffOrder) => delivery.branch_id === branchId;
  return [...orders.filter(isOwn), ...orders.filter((order) => !isOwn(order))];
}

function sheetOf(orders: StaffOrder[], locations: Locations): PickingSheetData {
  const rows = new Map<number, PickingRow>();
  orders.forEach((order, column) => {
    for (const line of order.lines) {
      const location = locations.get(line.pro_id) ?? '';
      const row = rows.get(line.pro_id) ?? {
        line,
        location,
        total: 0,
        quantities: orders.map(() => 0),
      };
      row.total += line.quantity;
      row.quantities[column] = (row.quantities[column] ?? 0) + line.quantity;
      rows.set(line.pro_id, row);
    }
  });
  const sorted = [...rows.values()].sort(
    (a, b) => compareLocations(a.location, b.location) || a.line.pro_id - b.line.pro_id,
  );
  return {
    columns: orders.map((order, index) => ({ letter: String.fromCharCode(A + index), order })),
    groups: groupsOf(sorted),
    lineCount: sorted.length,
    units: sorted.reduce((sum, { total }) => sum + total, 0),
  };
}

/** Groups sorted rows by location. */
function groupsOf(rows: PickingRow[]): PickingGroup[] {
  const groups: PickingGroup[] = [];
  for (const row of rows) {
    const last = groups.at(-1);
    const { location, total, quantities } = row;
    if (!last || compareLocations(last.location, location) !== 0) {
      groups.push({ location, rows: [row], total, quantities: [...quantities] });
      continue;
    }
    last.rows.push(row);
    last.total += total;
    last.quantities = last.quantities.map((units, column) => units + (quantities[column] ?? 0));
  }
  return groups;
}

export const unitsOf = ({ lines }: StaffOrder): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);
