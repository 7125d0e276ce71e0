import type {
  Delivery,
  DeliveryDay,
  Order,
  OrderLine,
  OrderStatus,
  Payment,
  PaymentMethod,
  PaymentStatus,
  StatusChange,
  Totals,
} from '@/domain/orders/order-types';
import type { components } from '@/shared/api/schema';

/** Types of `/api/staff/orders`. */
export type Person = { cus_id: number; name: string };

export type SummaryLine = Pick<
  OrderLine,
  'pro_id' | 'pro_name_la' | 'pro_name_en' | 'pro_img_cover' | 'quantity'
>;

export type StaffOrderSummary = {
  order_id: string;
  number: string;
  version: number;
  status: OrderStatus;
  status_since: string;
  created_at: string;
  pay_until: string | null;
  cus_id: number;
  customer_name: string;
  phone: string;
  delivery: Delivery;
  payment: { method: PaymentMethod; status: PaymentStatus };
  /** The first three lines. */
  lines: SummaryLine[];
  line_count: number;
  /** Units of all lines. */
  count: number;
  total: number;
  refund: number;
  /** Kip of `refund` that are not paid out yet. */
  refund_due: number;
  received: number;
  /** Kip that are still to be paid, received too much, and neither refunded nor due for a refund. */
  unpaid: number;
  excess: number;
  refundable: number;
  return_requested: boolean;
  /** Points that the customer redeemed with the order, and points that it earns. */
  points_used: number;
  points_earned: number;
  assignee: Person | null;
  /** Planned day of the delivery or pick-up. Absent in responses of an earlier release. */
  delivery_day?: DeliveryDay | null;
};

export type StaffOrderPage = {
  data: StaffOrderSummary[];
  next_cursor: string | null;
  total: number;
};

export const ORDER_VIEWS = [
  'all',
  'to_confirm',
  'to_prepare',
  'to_hand_over',
  'due_today',
  'overdue',
  'transfers',
  'to_settle',
  'failed_delivery',
  'returns',
  'refunds',
  'mine',
] as const;
export type OrderView = (typeof ORDER_VIEWS)[number];
export type OrderCounts = Record<OrderView, number>;

export type OrderActionName =
  | 'confirm'
  | 'prepare'
  | 'dispatch'
  | 'fail_delivery'
  | 'hand_over'
  | 'mark_paid'
  | 'mark_refunded'
  | 'cancel'
  | 'undo'
  | 'assign'
  | 'unassign'
  | 'note'
  | 'accept_difference'
  | 'request_return'
  | 'receive_return'
  | 'decline_return'
  | 'refund_part';

/** Method by which money is received or paid out. */
export type MoneyMethod = 'cash' | 'transfer' | 'qr' | 'card';

/** A booking that a manager may take back. */
export type OrderCorrection = components['schemas']['StaffOrderCorrection'];
export type CorrectionRequest = components['schemas']['StaffOrderCorrectionBody'];

/** An amount that was received or paid out; negative if it takes another one back. */
export type MoneyMovement = {
  at: string;
  amount: number;
  /** `other` for a method of a newer release; null if it was not recorded. */
  method: MoneyMethod | 'other' | null;
  reference: string | null;
  /** Member of staff; null for the system and the command line. */
  by: Person | null;
};

/** A line of an order that is ticked off. */
export type PickedLine = {
  pro_id: number;
  at: string;
  /** Member of staff; null for the command line. */
  by: Person | null;
};
/** Ticks a line with its displayed units off, or undoes its tick. */
export type PickRequest = { pro_id: number; quantity: number; picked: boolean };

/** The branch that receives goods. */
export type ReturnBranch = {
  branch_id: number;
  branch_name_la: string;
  branch_name_en: string;
};

export type ActionEffects = {
  status: OrderStatus;
  units_returned: number;
  refund: number;
  points_earned: number;
  points_returned: number;
  points_revoked: number;
  notifies: boolean;
  money_moved: boolean;
};

export type OrderAction = {
  action: OrderActionName;
  allowed: boolean;
  blocked_reason: string | null;
  effects: ActionEffects;
};

/** Customer's consent to fewer units than ordered. */
export type Consent = 'phone' | 'chat' | 'in_person' | 'requested' | 'not_asked';

export type OrderLogEntry = {
  at: string;
  action: string;
  /** Member of staff; null for the system and the command line. */
  by: Person | null;
  from: OrderStatus;
  to: OrderStatus;
  note: string;
  /** Kip received, written off, refunded or due for a refund. */
  amount?: number | null;
  /** Units of returned goods that can be sold again. */
  units_to_stock?: number;
  units_to_waste?: number;
  /** Method by which the amount was received or paid out. */
  method?: MoneyMovement['method'];
  reference?: string | null;
  /** Customer's consent to fewer units of a line. */
  consent?: Consent | null;
  /** Delivery method after the change; it may have changed since. */
  delivery_method?: 'delivery' | 'pickup' | null;
};

export type StaffOrder = Omit<Order, 'status' | 'payment' | 'history'> & {
  status: OrderStatus;
  payment: Omit<Payment, 'status'> & { status: PaymentStatus };
  history: (Omit<StatusChange, 'status'> & { status: OrderStatus })[];
  version: number;
  cus_id: number;
  assignee: Person | null;
  /** Empty unless the staff canceled the order. */
  cancel_reason: string;
  status_since: string;
  customer: {
    name: string;
    phone: string;
    order_count: number;
    completed_count: number;
    points_balance: number;
    since: string;
  };
  actions: OrderAction[];
  /** Log entries, newest first. */
  log: OrderLogEntry[];
  /** Cursor of older log entries; null if there are none. Absent in responses of an earlier release. */
  log_cursor?: number | null;
  undo_until: string | null;
  /** Member of staff who took the order for the customer; null if the customer placed it. */
  taken_by: Person | null;
  /** Reason why the items cannot be changed now; null if they can. */
  lines_blocked_reason: string | null;
  /** Payments and payouts, each oldest first. Absent in responses of an earlier release. */
  payments?: MoneyMovement[];
  payouts?: MoneyMovement[];
  /** Kip that the user may still write off or refund without a return; null without a limit. Absent in an earlier release. */
  grant_left?: number | null;
  /** Bookings that a manager may take back. */
  corrections?: OrderCorrection[];
  /** Lines that were ticked off while the order was prepared. Absent in responses of an earlier release. */
  picked_lines?: PickedLine[];
};

/** Preview of changed items: kip, except for units and points. */
export type LinesPreview = {
  version: number;
  lines: (OrderLine & {
    quantity_before: number;
    /** Units that the order can have, including its present units. */
    available: number;
  })[];
  totals_before: Totals;
  totals: Totals;
  refund: number;
  /** Kip that would then be open. */
  due: number;
  points_returned: number;
  /** Change of the points; negative if points are deducted. */
  points_earned: number;
  missing_points_value: number;
};

export type ActionRequest = {
  action: OrderActionName;
  version: number;
  reason?: string;
  note?: string;
  /** Kip received, or to refund. */
  amount?: number;
  lines?: ReturnLine[];
  /** Whether a return refunds the delivery fee as well. */
  delivery_fee?: boolean;
  /** Method of a payment or a refund. */
  method?: MoneyMethod;
  reference?: string;
  /** The payment is another one than that which is recorded with the same bank number. */
  repeats_reference?: boolean;
  /** Branch that receives returned goods. */
  branch_id?: number;
};

/** Units of a product that are returned. */
export type ReturnLine = { pro_id: number; to_stock: number; to_waste: number; note?: string };

/** Preview of a return: kip, except for units and points. */
export type ReturnPreview = {
  version: number;
  goods: number;
  discount: number;
  delivery_fee: number;
  missing_points_value: number;
  refund: number;
  points_returned: number;
  points_revoked: number;
  points_balance: number;
  units_to_stock: number;
  units_to_waste: number;
};

/**
 * Changed details of an open order. Absent parts are not changed; a place of delivery is sent
 * completely.
 */
export type OrderDetailsRequest = components['schemas']['StaffOrderChangeBody'];

/** Planned day of an open order. Without a day, the plan is deleted. */
export type DeliveryDayRequest = components['schemas']['StaffDeliveryDayBody'];
