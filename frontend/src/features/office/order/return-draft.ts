import type { OrderLine } from '@/domain/orders/order-types';
import type { ReturnLine, StaffOrder } from '../staff-order-types';

export type ReturnPlace = 'stock' | 'waste';

/** What comes back of one product: units of one kind, and with a split those of the other kind. */
export type DraftLine = {
  line: OrderLine;
  /** Units that were sold and have not come back. */
  most: number;
  units: number;
  place: ReturnPlace;
  /** Units that go to the other place. Undefined without a split. */
  others: number | undefined;
  note: string;
};

export const unitsOf = ({ units, others }: DraftLine): number => units + (others ?? 0);

/** The lines of an order that can come back, with the units of a requested return. */
export function firstDraft({ lines, returns, return_request }: StaffOrder): DraftLine[] {
  const isOf = (line: OrderLine) => (one: { pro_id: number }) => one.pro_id === line.pro_id;
  return lines.map((line) => {
    const back = returns.flatMap((one) => one.lines).filter(isOf(line));
    const most = line.quantity - back.reduce((sum, one) => sum + one.to_stock + one.to_waste, 0);
    const wanted = return_request?.lines.find(isOf(line));
    const units = Math.min(most, wanted ? wanted.to_stock + wanted.to_waste : 0);
    return { line, most, units, place: 'stock', others: undefined, note: '' };
  });
}

/** A line after a change, which never has more units than can come back. */
export function withUnits(draft: DraftLine, change: Partial<DraftLine>): DraftLine {
  const next = { ...draft, ...change };
  const others =
    next.others === undefined ? undefined : Math.max(0, Math.min(next.others, next.most));
  const units = Math.max(0, Math.min(next.units, next.most - (others ?? 0)));
  return { ...next, units, others };
}

/** The lines of the request. */
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
