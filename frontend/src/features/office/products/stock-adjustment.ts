import { readWholeNumber } from '@/shared/format/whole-number';
import type { MessageKey } from '@/shared/i18n/load-messages';
import type { StaffProduct, StockAdjustment, StockKind } from '../staff-product-types';

const MAX_UNITS = 999_999;
const MAX_COUNT = 9_999_999;
export const MAX_STOCK_REASON = 500;

/** Whether an adjustment needs a reason. */
export const needsStockReason = (kind: StockKind): boolean =>
  kind === 'damage' || kind === 'correct';

/** Parses units; a correction may have a sign. Undefined if empty, null if invalid. */
export function readUnits(kind: StockKind, text: string): number | undefined | null {
  const [, sign = '', digits = ''] = /^\s*([+\-−]?)(.*)$/s.exec(text) ?? [];
  if (sign && !digits.trim()) return null;
  const units = readWholeNumber(digits);
  if (typeof units !== 'number') return units;
  const isNegative = sign === '-' || sign === '−';
  if (isNegative && kind !== 'correct') return null;
  const [min, max] = kind === 'count' ? [0, MAX_COUNT] : [1, MAX_UNITS];
  if (units < min || units > max) return null;
  return isNegative ? -units : units;
}

/** Units on hand afterwards; undefined if the adjustment is not possible. */
export function unitsAfter(
  { on_hand: onHand, held }: Pick<StaffProduct, 'on_hand' | 'held'>,
  kind: StockKind,
  quantity: number,
): number | undefined {
  if (onHand === null && needsStockReason(kind)) return undefined;
  const before = onHand ?? held;
  const after = {
    receive: before + quantity,
    count: quantity,
    damage: before - quantity,
    correct: before + quantity,
  }[kind];
  return after < held ? undefined : after;
}

export type StockInput = { kind: StockKind; quantity: string; reason: string };
export type StockError = { field: 'quantity' | 'reason'; text: MessageKey };

/** Request body of the typed adjustment, or the error. */
export function readAdjustment(
  product: Pick<StaffProduct, 'on_hand' | 'held' | 'version'>,
  { kind, quantity: typed, reason }: StockInput,
): StockAdjustment | StockError {
  const quantity = readUnits(kind, typed);
  if (quantity === undefined || quantity === null) {
    return { field: 'quantity', text: 'office.stock.quantityWrong' };
  }
  if (product.on_hand === null && needsStockReason(kind)) {
    return { field: 'quantity', text: 'office.stock.notCounted' };
  }
  if (unitsAfter(product, kind, quantity) === undefined) {
    return { field: 'quantity', text: 'office.stock.held' };
  }
  const words = reason.trim();
  if (needsStockReason(kind) && words === '') {
    return { field: 'reason', text: 'office.reasonMissing' };
  }
  return {
    kind,
    quantity,
    ...(words && { reason: words }),
    ...(kind === 'count' && countBase(product)),
  };
}

/** Value with which a count is compared, so that it overwrites no other count and no sale. */
const countBase = ({ on_hand, version }: Pick<StaffProduct, 'on_hand' | 'version'>) =>
  on_hand === null ? { version } : { expected_on_hand: on_hand };
