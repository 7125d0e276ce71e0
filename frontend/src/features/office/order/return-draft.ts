import type { OrderLine } from '@/domain/orders/order-types';
import type { ReturnLine, StaffOrder } from '../staff-order-types';

export type ReturnPlace = 'stock' | 'waste';

/**
 * Draft of one product's return: units of one kind (stock or waste) and, if split, the units of the other
 * kind.
 */
export type DraftLine = {
  line: OrderLine;
  /** Units that were sold and are not returned yet. */
  max: number;
  units: number;
  place: ReturnPlace;
  /** Units of the other kind. Undefined without a split. */
  others: number | undefined;
  note: string;
};

export const unitsOf = ({ units, others }: DraftLine): number => units + (others ?? 0);

/** Lines that can be returned, prefilled with the units of a return request. */
export function firstDraft({ lines, returns, return_request }: StaffOrder): DraftLine[] {
  const isOf = (line: OrderLine) => (one: { pro_id: number }) => one.pro_id === line.pro_id;
  return lines.map((line) => {
    const back = returns.flatMap((one) => one.lines).filter(isOf(line));
    const max = line.quantity - back.reduce((sum, one) => sum + one.to_stock + one.to_waste, 0);
    const wanted = return_request?.lines.find(isOf(line));
    const units = Math.min(max, wanted ? wanted.to_stock + wanted.to_waste : 0);
    return { line, max, units, place: 'stock', others: undefined, note: '' };
  });
}

/** Lines to correct the last return, prefilled with its units. */
export function correctionDraft(order: StaffOrder): DraftLine[] {
  const last = order.returns.at(-1);
  const before = { ...order, returns: order.returns.slice(0, -1), return_request: null };
  return firstDraft(before).map((draft) => {
    const back = last?.lines.find((one) => one.pro_id === draft.line.pro_id);
    if (!back) return draft;
    const { to_stock, to_waste } = back;
    const note = back.note ?? '';
    if (to_stock === 0) return { ...draft, units: to_waste, place: 'waste', note };
    return { ...draft, units: to_stock, others: to_waste > 0 ? to_waste : undefined, note };
  });
}

/** Changes a line, with at most the returnable units. */
export function withUnits(draft: DraftLine, change: Partial<DraftLine>): DraftLine {
  const next = { ...draft, ...change };
  const others =
    next.others === undefined ? undefined : Math.max(0, Math.min(next.others, next.max));
  const units = Math.max(0, Math.min(next.units, next.max - (others ?? 0)));
  return { ...next, units, others };
}

/** Lines of the request body. */
export function requestLines(drafts: DraftLine[]): ReturnLine[] {
  return drafts
    .filter((draft) => unitsOf(draft) > 0)
    .map(({ line, units, place, others = 0, note }) => ({
      pro_id: line.pro_id,
      to_stock: place === 'stock' ? units : others,
      to_waste: place === 'stock' ? others : units,
      ...(note.trim() && { note: note.trim() }),
    }));
}
