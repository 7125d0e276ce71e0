import { Ban, CalendarClock, CircleCheck, CircleHelp, EyeOff, TriangleAlert } from 'lucide-react';
import type { MessageKey } from '@/shared/i18n/load-messages';
import type { StateLook } from '../order-labels';
import type { StaffProductSort, StockFilter, VisibilityFilter } from '../staff-product-params';
import type { ChangeKind, StaffProduct, StockKind } from '../staff-product-types';

export const STOCK_TEXTS: Record<StockFilter, MessageKey> = {
  in: 'office.stock.in',
  low: 'office.stock.low',
  out: 'office.stock.out',
  uncounted: 'office.stock.uncounted',
};

export const VISIBILITY_TEXTS: Record<VisibilityFilter, MessageKey> = {
  visible: 'office.product.visible',
  hidden: 'office.product.hidden',
  scheduled: 'office.product.scheduled',
};

export const PRODUCT_SORT_TEXTS: Record<StaffProductSort, MessageKey> = {
  updated: 'office.product.sort.updated',
  newest: 'office.product.sort.newest',
  price_asc: 'office.product.sort.cheapest',
  price_desc: 'office.product.sort.dearest',
  stock_asc: 'office.product.sort.least',
  stock_desc: 'office.product.sort.most',
};

export const KIND_TEXTS: Record<StockKind, MessageKey> = {
  receive: 'office.stock.receive',
  count: 'office.stock.count',
  damage: 'office.stock.damage',
  correct: 'office.stock.correct',
};

export const CHANGE_TEXTS: Record<ChangeKind, MessageKey> = {
  ...KIND_TEXTS,
  edit: 'office.ledger.edit',
  bulk: 'office.ledger.bulk',
  create: 'office.ledger.create',
  duplicate: 'office.ledger.duplicate',
  schedule: 'office.ledger.schedule',
  move: 'office.ledger.move',
  import: 'office.ledger.import',
  stock_change: 'office.ledger.stockChange',
  sale: 'office.ledger.sale',
  return: 'office.ledger.return',
  undo: 'office.ledger.undo',
};

/** Stock state of a product. `low` is the maximum that counts as low stock. */
export function stockState({ stock }: Pick<StaffProduct, 'stock'>, low: number): StockFilter {
  if (stock === null) return 'uncounted';
  if (stock <= 0) return 'out';
  return stock <= low ? 'low' : 'in';
}

export const STOCK_LOOKS: Record<StockFilter, StateLook> = {
  in: { kind: 'ok', text: 'office.stock.in', icon: CircleCheck },
  low: { kind: 'warn', text: 'office.stock.low', icon: TriangleAlert },
  out: { kind: 'err', text: 'office.stock.out', icon: Ban },
  uncounted: { kind: 'neutral', text: 'office.stock.uncounted', icon: CircleHelp },
};

type Sale = Pick<StaffProduct, 'visible' | 'visible_from' | 'price' | 'stock'>;

/** Whether shoppers can buy a product: visible, with a price and counted units. */
export function saleLook({ visible, visible_from, price, stock }: Sale): StateLook {
  if (!visible && visible_from) {
    return { kind: 'brand', text: 'office.product.scheduled', icon: CalendarClock };
  }
  if (!visible) return { kind: 'neutral', text: 'office.product.hidden', icon: EyeOff };
  if (price === null || stock === null) {
    return { kind: 'warn', text: 'office.product.notForSale', icon: TriangleAlert };
  }
  return { kind: 'ok', text: 'office.product.onSale', icon: CircleCheck };
}
