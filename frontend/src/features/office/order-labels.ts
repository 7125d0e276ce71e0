import {
  Ban,
  CircleCheck,
  Clock,
  type LucideIcon,
  RotateCcw,
  TriangleAlert,
  Truck,
  Undo2,
} from 'lucide-react';
import type { BadgeKind } from '@/domain/orders/order-status';
import type {
  OrderRefund,
  OrderStatus,
  PaymentMethod,
  PaymentStatus,
} from '@/domain/orders/order-types';
import type { MessageKey } from '@/shared/i18n/load-messages';
import type { MoneyMethod } from './staff-order-types';

/** Badge of a state: color, label and icon. A number as icon is a progress ring from 0 to 1. */
export type StateLook = { kind: BadgeKind; text: MessageKey; icon: LucideIcon | number };

const STATUS: Partial<Record<OrderStatus, StateLook>> = {
  awaiting_payment: { kind: 'warn', text: 'office.status.awaiting', icon: Clock },
  placed: { kind: 'brand', text: 'office.status.placed', icon: 0 },
  preparing: { kind: 'brand', text: 'office.status.preparing', icon: 0.33 },
  ready: { kind: 'brand', text: 'office.status.ready', icon: 0.66 },
  delivering: { kind: 'brand', text: 'office.status.delivering', icon: Truck },
  delivery_failed: { kind: 'err', text: 'office.status.failed', icon: TriangleAlert },
  completed: { kind: 'ok', text: 'office.status.completed', icon: CircleCheck },
  cancelled: { kind: 'neutral', text: 'office.status.cancelled', icon: Ban },
  expired: { kind: 'neutral', text: 'office.status.expired', icon: Clock },
};
const UNKNOWN: StateLook = { kind: 'neutral', text: 'office.status.unknown', icon: Clock };

/** Label of an order's status for the staff. A ready delivery waits for its driver. */
export function statusLook(status: string, method?: 'delivery' | 'pickup'): StateLook {
  const look = STATUS[status as OrderStatus] ?? UNKNOWN;
  if (status === 'ready' && method === 'delivery')
    return { ...look, text: 'office.status.readySend' };
  return look;
}

const PAYMENT: Partial<Record<PaymentStatus, StateLook>> & Record<'due', StateLook> = {
  due: { kind: 'warn', text: 'office.paid.awaiting', icon: Clock },
  pending: { kind: 'warn', text: 'office.paid.awaiting', icon: Clock },
  paid: { kind: 'ok', text: 'office.paid.paid', icon: CircleCheck },
  underpaid: { kind: 'err', text: 'office.paid.under', icon: TriangleAlert },
  overpaid: { kind: 'warn', text: 'office.paid.over', icon: TriangleAlert },
  failed: { kind: 'err', text: 'office.paid.failed', icon: TriangleAlert },
  expired: { kind: 'neutral', text: 'office.paid.expired', icon: Clock },
  refund_due: { kind: 'warn', text: 'office.paid.refundDue', icon: Undo2 },
  partly_refunded: { kind: 'neutral', text: 'office.paid.partlyRefunded', icon: RotateCcw },
  refunded: { kind: 'neutral', text: 'office.paid.refunded', icon: RotateCcw },
};

type PaymentState = { method: PaymentMethod; status: string };

/**
 * Label of a payment's status. Cash on delivery is not overdue before the delivery, and nothing is due for a
 * canceled order.
 */
export function paymentLook({ method, status }: PaymentState): StateLook {
  const isOpen = status === 'due' || status === 'pending';
  if (isOpen && method === 'cod')
    return { kind: 'neutral', text: 'office.paid.onReceipt', icon: 0 };
  if (isOpen && method === 'transfer') return { ...PAYMENT.due, text: 'office.paid.transfer' };
  if (status === 'expired' && method !== 'qr')
    return { kind: 'neutral', text: 'office.paid.nothing', icon: Ban };
  return PAYMENT[status as PaymentStatus] ?? UNKNOWN;
}

/** Label of the points that an order earns for the customer. */
export const EARNS_TEXT: MessageKey = 'office.totals.earns';

const METHODS: Record<PaymentMethod, MessageKey> = {
  qr: 'office.method.qr',
  transfer: 'office.method.transfer',
  cod: 'office.method.cash',
  other: 'office.means.other',
};

export const MONEY_METHOD_TEXTS: Record<MoneyMethod, MessageKey> = {
  cash: 'office.method.cash',
  transfer: 'office.method.transfer',
  qr: 'office.method.qr',
  card: 'office.method.card',
};

/** Label of how money was moved. Amounts of earlier releases have no method. */
export const meansText = (method: string | null): MessageKey =>
  MONEY_METHOD_TEXTS[method as MoneyMethod] ??
  (method === null ? 'office.means.unknown' : 'office.means.other');

/** Usual method of receiving money for an order with this payment method. */
export const usualMoneyMethod = (method: PaymentMethod): MoneyMethod =>
  method === 'cod' || method === 'other' ? 'cash' : method;

/** Label of a return that was requested and has not arrived. */
export const RETURN_REQUESTED: StateLook = {
  kind: 'warn',
  text: 'office.return.requested',
  icon: Undo2,
};

/** Labels of the causes of a refund. */
export const CAUSE_TEXTS: Record<OrderRefund['cause'], MessageKey> = {
  order: 'office.cause.order',
  overpaid: 'office.cause.overpaid',
  return: 'office.cause.return',
  goodwill: 'office.cause.goodwill',
  changed: 'office.cause.changed',
  other: 'office.cause.other',
};

/** Short label of a payment method. */
export function methodText(method: PaymentMethod, delivery: 'delivery' | 'pickup'): MessageKey {
  return method === 'cod' && delivery === 'pickup' ? 'office.method.branch' : METHODS[method];
}

/** Whether an order still needs work of the staff. */
export const isOpenStatus = (status: string): boolean =>
  !['completed', 'cancelled', 'expired'].includes(status);
