import type { MessageKey } from '@/shared/i18n/load-messages';
import type { Delivery, OrderStatus, Payment, PaymentStatus } from './order-types';

export type BadgeKind = 'ok' | 'warn' | 'err' | 'neutral' | 'brand';
export type StatusLabel = { kind: BadgeKind; text: MessageKey };

const STATUS: Partial<Record<OrderStatus, StatusLabel>> = {
  awaiting_payment: { kind: 'warn', text: 'status.awaitingPayment' },
  placed: { kind: 'brand', text: 'status.placed' },
  preparing: { kind: 'brand', text: 'status.preparing' },
  ready: { kind: 'brand', text: 'status.ready' },
  delivering: { kind: 'brand', text: 'status.delivering' },
  delivery_failed: { kind: 'warn', text: 'status.deliveryFailed' },
  completed: { kind: 'ok', text: 'status.completed' },
  cancelled: { kind: 'neutral', text: 'status.cancelled' },
  expired: { kind: 'neutral', text: 'status.expired' },
};

/** Whether an order is in a final state. */
export function isEnded({ status }: { status: OrderStatus }): boolean {
  return status === 'cancelled' || status === 'expired';
}

/** Label of an order's status. A ready order that is picked up has its own label. */
export function orderStatusLabel(
  status: OrderStatus,
  delivery?: Pick<Delivery, 'method'>,
): StatusLabel {
  if (status === 'ready' && delivery?.method === 'pickup') {
    return { kind: 'brand', text: 'status.readyPickup' };
  }
  return STATUS[status] ?? { kind: 'neutral', text: 'status.placed' };
}

const PAYMENT: Partial<Record<PaymentStatus, StatusLabel>> & Record<'due', StatusLabel> = {
  due: { kind: 'neutral', text: 'paid.due' },
  pending: { kind: 'warn', text: 'status.awaitingPayment' },
  paid: { kind: 'ok', text: 'paid.paid' },
  underpaid: { kind: 'err', text: 'paid.underpaid' },
  overpaid: { kind: 'warn', text: 'paid.overpaid' },
  failed: { kind: 'err', text: 'paid.failed' },
  expired: { kind: 'neutral', text: 'paid.expired' },
  refund_due: { kind: 'warn', text: 'paid.refundDue' },
  partly_refunded: { kind: 'neutral', text: 'paid.partlyRefunded' },
  refunded: { kind: 'neutral', text: 'paid.refunded' },
};

/**
 * Label of a payment's status. Cash on delivery is not overdue before the delivery, and an ended order owes nothing, so
 * both have their own labels.
 */
export function paymentStatusLabel({
  method,
  status,
}: {
  method: Payment['method'];
  status: PaymentStatus;
}): StatusLabel {
  if (status === 'due' && method === 'cod') return { kind: 'neutral', text: 'paid.onDelivery' };
  if (status === 'expired' && method !== 'qr') return { kind: 'neutral', text: 'paid.nothing' };
  return PAYMENT[status] ?? PAYMENT.due;
}

const METHODS: Record<Payment['method'], MessageKey> = {
  other: 'checkout.payment',
  qr: 'payment.qr',
  transfer: 'payment.transfer',
  cod: 'payment.cod',
};

export function paymentMethodText(method: Payment['method'], delivery?: Delivery): MessageKey {
  return method === 'cod' && delivery?.method === 'pickup' ? 'payment.atBranch' : METHODS[method];
}
