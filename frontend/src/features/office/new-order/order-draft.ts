import type { PaymentMethod } from '@/domain/orders/order-types';
import { onSessionEvent } from '@/domain/session/session-events';
import { randomKey } from '@/shared/api/random-key';
import type { components } from '@/shared/api/schema';
import { readPrice } from '@/shared/format/price-text';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { readSession, removeSession, writeSession } from '@/shared/storage/session-storage';
import { phoneError, sentPhone } from '../phone-input';

export type StaffOrderBody = components['schemas']['StaffOrderBody'];

/** A product of the draft, with its texts from when it was added. */
export type DraftLine = {
  pro_id: number;
  quantity: number;
  pro_name_la: string;
  pro_name_en: string;
  pro_img_cover: string;
};

/** Customer of the order. */
export type DraftCustomer = { cus_id: number; name: string; phone: string };

/** Draft of an order. Texts are as typed. */
export type OrderDraft = {
  customer: DraftCustomer | null;
  lines: DraftLine[];
  /** Phone number of the receiver of a delivery. */
  phone: string;
  /** Phone number of who picks up the goods. */
  collector_phone: string;
  method: 'delivery' | 'pickup';
  branch_id: number | null;
  province: string;
  district: string;
  village: string;
  landmark: string;
  receiver: string;
  note: string;
  payment: PaymentMethod;
  discount: string;
  reason: string;
};

export const EMPTY_DRAFT: OrderDraft = {
  customer: null,
  lines: [],
  phone: '',
  collector_phone: '',
  method: 'delivery',
  branch_id: null,
  province: '',
  district: '',
  village: '',
  landmark: '',
  receiver: '',
  note: '',
  payment: 'cod',
  discount: '',
  reason: '',
};

export const MAX_LINES = 200;
export const MAX_QUANTITY = 999_999;

/** Fields that can be invalid, with the names of the server's errors. */
export type DraftField =
  | 'customer'
  | 'lines'
  | 'phone'
  | 'branch_id'
  | 'province'
  | 'district'
  | 'village'
  | 'receiver'
  | 'landmark'
  | 'note'
  | 'payment'
  | 'discount'
  | 'reason';
export type DraftErrors = Partial<Record<DraftField, MessageKey>>;

const STORAGE_KEY = 'heuan.office.new-order';
/** The stored draft belongs to one member of the staff. `attempt` is the last request, whose outcome may be unknown. */
type Stored = { owner: number; draft: OrderDraft; attempt?: Attempt };
type Attempt = { key: string; body: string };

onSessionEvent(async (event) => {
  if (event === 'sessionEnded') clearStored();
});

export function readDraft(owner: number): OrderDraft {
  const stored = readSession<Stored>(STORAGE_KEY);
  if (stored?.owner !== owner || !Array.isArray(stored.draft?.lines)) return EMPTY_DRAFT;
  return { ...EMPTY_DRAFT, ...stored.draft };
}

export function writeDraft(owner: number, draft: OrderDraft): void {
  if (draft === EMPTY_DRAFT) {
    clearStored();
    return;
  }
  const attempt = readSession<Stored>(STORAGE_KEY)?.attempt;
  writeSession(STORAGE_KEY, { owner, draft, ...(attempt && { attempt }) } satisfies Stored);
}

export function clearStored(): void {
  removeSession(STORAGE_KEY);
}

/**
 * Idempotency key of a request. The same order has the key of the last attempt, so that a lost response creates no
 * second order.
 */
export function attemptKey(owner: number, draft: OrderDraft, body: StaffOrderBody): string {
  const text = JSON.stringify(body);
  const last = readSession<Stored>(STORAGE_KEY)?.attempt;
  const key = last?.body === text ? last.key : randomKey();
  writeSession(STORAGE_KEY, { owner, draft, attempt: { key, body: text } } satisfies Stored);
  return key;
}

/** The draft with one more unit of a product. A new product is appended. */
export function withProduct(draft: OrderDraft, product: Omit<DraftLine, 'quantity'>): OrderDraft {
  const { lines } = draft;
  if (lines.some(({ pro_id }) => pro_id === product.pro_id)) {
    const more = (line: DraftLine) => Math.min(line.quantity + 1, MAX_QUANTITY);
    return {
      ...draft,
      lines: lines.map((line) =>
        line.pro_id === product.pro_id ? { ...line, quantity: more(line) } : line,
      ),
    };
  }
  if (lines.length >= MAX_LINES) return draft;
  const { pro_id, pro_name_la, pro_name_en, pro_img_cover } = product;
  const line = { pro_id, pro_name_la, pro_name_en, pro_img_cover, quantity: 1 };
  return { ...draft, lines: [...lines, line] };
}

/** The draft with another quantity of a product; 0 removes it. */
export function withQuantity(draft: OrderDraft, proId: number, quantity: number): OrderDraft {
  const lines =
    quantity <= 0
      ? draft.lines.filter(({ pro_id }) => pro_id !== proId)
      : draft.lines.map((line) =>
          line.pro_id === proId ? { ...line, quantity: Math.min(quantity, MAX_QUANTITY) } : line,
        );
  return { ...draft, lines };
}

/** Field for the phone number of a delivery method, so that a collector's is not sent with a delivery. */
export const phoneField = ({ method }: Pick<OrderDraft, 'method'>) =>
  method === 'pickup' ? 'collector_phone' : 'phone';

/** The draft for a customer. The customer's phone number is used unless another was typed. */
export function withCustomer(draft: OrderDraft, customer: DraftCustomer | null): OrderDraft {
  const phoneOf = (typed: string) =>
    typed === '' || typed === draft.customer?.phone ? (customer?.phone ?? '') : typed;
  const { phone, collector_phone } = draft;
  return {
    ...draft,
    customer,
    phone: phoneOf(phone),
    collector_phone: phoneOf(collector_phone),
  };
}

/**
 * The draft with another delivery method. A phone number that was typed for the other method stays, unless it
 * belongs to another receiver or the method has its own.
 */
export function withMethod(draft: OrderDraft, method: OrderDraft['method']): OrderDraft {
  const { phone, collector_phone, receiver } = draft;
  const next = { ...draft, method };
  if (receiver.trim() !== '') return next;
  return { ...next, phone: phone || collector_phone, collector_phone: collector_phone || phone };
}

/** Discount in kip; 0 while the text is not an amount. */
export const discountOf = (draft: OrderDraft): number => readPrice(draft.discount) ?? 0;

/** Request body of a quote: the inputs of the price. Undefined without lines. */
export function quoteBody(draft: OrderDraft): StaffOrderBody | undefined {
  if (draft.lines.length === 0) return undefined;
  const amount = discountOf(draft);
  return {
    ...(draft.customer && { cus_id: draft.customer.cus_id }),
    items: draft.lines.map(({ pro_id, quantity }) => ({ pro_id, quantity })),
    delivery: { method: draft.method },
    ...(amount > 0 && { discount: { amount } }),
  };
}

/** Request body of the order, without the confirmed amounts. */
export function orderBody(draft: OrderDraft): StaffOrderBody {
  const { method, branch_id, province, district, village, receiver, landmark } = draft;
  const amount = discountOf(draft);
  const note = draft.note.trim();
  return {
    cus_id: draft.customer?.cus_id ?? null,
    items: draft.lines.map(({ pro_id, quantity }) => ({ pro_id, quantity })),
    phone: sentPhone(draft[phoneField(draft)]),
    delivery:
      method === 'pickup'
        ? { method, branch_id, note }
        : {
            method,
            province: province.trim(),
            district: district.trim(),
            village: village.trim(),
            note,
          },
    ...(method === 'delivery' &&
      (receiver.trim() || landmark.trim()) && {
        receiver: { name: receiver.trim(), landmark: landmark.trim() },
      }),
    payment: { method: draft.payment },
    ...(amount > 0 && { discount: { amount, reason: draft.reason.trim() } }),
  };
}

const PLACES = ['province', 'district', 'village'] as const;

/** Validates a draft like the server. */
export function draftErrors(draft: OrderDraft): DraftErrors {
  const errors: DraftErrors = {};
  if (draft.lines.length === 0) errors.lines = 'office.new.linesMissing';
  if (!draft.customer) errors.customer = 'office.new.customerMissing';
  const phone = phoneError(draft[phoneField(draft)]);
  if (phone) errors.phone = phone;
  if (draft.method === 'pickup') {
    if (draft.branch_id === null) errors.branch_id = 'office.details.branchWrong';
  } else {
    for (const place of PLACES) {
      if (draft[place].trim() === '') errors[place] = 'office.details.missing';
    }
  }
  const discount = readPrice(draft.discount);
  if (discount === null) errors.discount = 'office.new.discountWrong';
  if (discount && draft.reason.trim() === '') errors.reason = 'office.new.reasonMissing';
  return errors;
}

const REFUSED: Record<string, DraftField> = {
  cus_id: 'customer',
  items: 'lines',
  'receiver.name': 'receiver',
  'receiver.landmark': 'landmark',
  'payment.method': 'payment',
  'discount.amount': 'discount',
  'discount.reason': 'reason',
};
const REFUSED_TEXTS: Partial<Record<DraftField, MessageKey>> = {
  phone: 'office.details.phoneWrong',
  branch_id: 'office.details.branchWrong',
  discount: 'office.new.discountTooLarge',
  payment: 'office.new.paymentWrong',
};

/** Fields of the server's errors. */
export function refusedFields(serverErrors: { field: string }[]): DraftErrors {
  const errors: DraftErrors = {};
  for (const { field } of serverErrors) {
    const name = REFUSED[field.replace(/\[.*/, '')] ?? field.replace(/^delivery\./, '');
    errors[name as DraftField] = REFUSED_TEXTS[name as DraftField] ?? 'office.details.wrong';
  }
  return errors;
}
