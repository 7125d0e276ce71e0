import type {
  ActionEffects,
  OrderAction,
  OrderActionName,
  StaffOrder,
  StaffOrderSummary,
} from '@/features/office/staff-order-types';

const NOTHING: ActionEffects = {
  status: 'placed',
  units_returned: 0,
  refund: 0,
  points_earned: 0,
  points_returned: 0,
  points_revoked: 0,
  notifies: false,
  money_moved: false,
};

/** A possible action. */
export const possible = (
  action: OrderActionName,
  effects: Partial<ActionEffects> = {},
): OrderAction => ({
  action,
  allowed: true,
  blocked_reason: null,
  effects: { ...NOTHING, ...effects },
});

/** An action that is not possible now. */
export const blocked = (action: OrderActionName, reason = 'status'): OrderAction => ({
  action,
  allowed: false,
  blocked_reason: reason,
  effects: NOTHING,
});

const LINE = {
  pro_id: 101002,
  pro_name_la: 'ຊີມັງ',
  pro_name_en: 'Portland cement',
  pro_img_cover: '',
  unit_name_la: 'ຖົງ',
  unit_name_en: 'bag',
  quantity: 8,
  price: 58_000,
  vatrate: 10,
  total: 464_000,
};

const PRICE = {
  totals: { total: 464_000 },
  payment: { status: 'due' },
  status: 'placed',
  waived: 0,
  received: 0,
  refund: 0,
};
type Price = Omit<typeof PRICE, 'totals'> & { totals?: { total: number }; total?: number };

/** Amounts that the server calculates, of orders whose refunds are of the price. */
function amountsOf({ totals, total, payment, status, waived, received, refund }: Price) {
  const price = (total ?? totals?.total ?? 0) - waived;
  const isAwaited = ['pending', 'due', 'underpaid'].includes(payment.status);
  const isOpen = isAwaited && !['cancelled', 'expired'].includes(status);
  return {
    unpaid: isOpen ? Math.max(0, price - received) : 0,
    excess: payment.status === 'overpaid' ? received - price : 0,
    refundable: Math.max(0, received - refund),
  };
}

/** Order fixture: cash on delivery, waiting for confirmation. */
export const staffOrder = (change: Partial<StaffOrder> = {}): StaffOrder =>
  ({
    order_id: '01K9',
    number: '261121-7K3M9QTX',
    version: 3,
    status: 'placed',
    status_since: '2026-11-21T15:31:00+07:00',
    created_at: '2026-11-21T15:31:00+07:00',
    cus_id: 7,
    phone: '+8562055550123',
    customer_name: 'Bounmy Keovongsa',
    refund: 0,
    received: 0,
    refunded: 0,
    waived: 0,
    points_earned: 4,
    refunds: [],
    returns: [],
    return_request: null,
    lines: [LINE],
    totals: {
      subtotal: 464_000,
      points_discount: 0,
      delivery_fee: 0,
      free_delivery_from: 0,
      total: 464_000,
      vat: [],
      points_used: 0,
      points_earned: 4,
    },
    delivery: {
      method: 'delivery',
      branch_id: null,
      branch_name_la: null,
      branch_name_en: null,
      province: 'Vientiane',
      district: 'Xaythany',
      village: 'Dongdok',
      note: 'Blue fence',
    },
    payment: {
      method: 'cod',
      status: 'due',
      reference: 'R1',
      expires_at: null,
      qr_payload: null,
      transfer: null,
      sandbox: false,
    },
    history: [],
    can_cancel: true,
    delivery_day: null,
    picked_lines: [],
    assignee: null,
    cancel_reason: '',
    customer: {
      name: 'Bounmy Keovongsa',
      phone: '+8562055550123',
      order_count: 14,
      completed_count: 12,
      points_balance: 640,
      since: '2024-02-01T08:00:00+07:00',
    },
    actions: [
      possible('confirm', { status: 'preparing', notifies: true }),
      possible('assign'),
      possible('note'),
      possible('cancel', { status: 'cancelled', units_returned: 8, notifies: true }),
    ],
    lines_blocked_reason: null,
    log: [],
    undo_until: null,
    ...amountsOf({ ...PRICE, ...change }),
    ...change,
  }) as StaffOrder;

/** The same order as a list row. */
export const orderSummary = (change: Partial<StaffOrderSummary> = {}): StaffOrderSummary => {
  const order = staffOrder();
  return {
    order_id: '01K9',
    number: order.number,
    version: order.version,
    status: order.status,
    status_since: order.status_since,
    created_at: order.created_at,
    pay_until: null,
    cus_id: order.cus_id,
    customer_name: order.customer_name,
    phone: order.phone,
    delivery: order.delivery,
    payment: { method: 'cod', status: 'due' },
    lines: [LINE],
    line_count: 1,
    count: 8,
    total: 464_000,
    refund: 0,
    refund_due: 0,
    received: 0,
    ...amountsOf({ ...PRICE, ...change }),
    return_requested: false,
    points_used: 0,
    points_earned: 4,
    assignee: null,
    delivery_day: null,
    ...change,
  };
};
