// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { publishSessionEvent } from '@/domain/session/session-events';
import {
  attemptKey,
  draftErrors,
  EMPTY_DRAFT,
  type OrderDraft,
  orderBody,
  quoteBody,
  readDraft,
  refusedFields,
  withCustomer,
  withMethod,
  withProduct,
  withQuantity,
  writeDraft,
} from './order-draft';

const CEMENT = { pro_id: 1, pro_name_la: 'ຊີມັງ', pro_name_en: 'Cement', pro_img_cover: '' };
const NOY = { cus_id: 12, name: 'Noy Keo', phone: '020 5512 3456' };
const full: OrderDraft = {
  ...withCustomer(withProduct(EMPTY_DRAFT, CEMENT), NOY),
  method: 'pickup',
  branch_id: 3,
  discount: '5,000',
  reason: ' Old customer ',
};

beforeEach(() => sessionStorage.clear());

it('added product increases its line by one, and quantity 0 removes a line', () => {
  const twice = withProduct(withProduct(EMPTY_DRAFT, CEMENT), CEMENT);
  expect(twice.lines).toEqual([{ ...CEMENT, quantity: 2 }]);
  expect(withQuantity(twice, 1, 7).lines[0]?.quantity).toBe(7);
  expect(withQuantity(twice, 1, 10_000_000).lines[0]?.quantity).toBe(999_999);
  expect(withQuantity(twice, 1, 0).lines).toEqual([]);
});

it('phone of the receiver is that of the customer until another is typed', () => {
  expect(withCustomer(EMPTY_DRAFT, NOY).phone).toBe('020 5512 3456');
  expect(withCustomer(withCustomer(EMPTY_DRAFT, NOY), null).phone).toBe('');
  expect(withCustomer({ ...EMPTY_DRAFT, phone: '030 999 8877' }, NOY).phone).toBe('030 999 8877');
});

it('phone number of a pick-up is not that of a delivery, and the other way round', () => {
  const both = { ...full, phone: '020 5599 9999', collector_phone: '020 9998 8877' };
  const phoneOf = (method: OrderDraft['method']) => orderBody({ ...both, method }).phone;
  expect([phoneOf('delivery'), phoneOf('pickup')]).toEqual(['020 5599 9999', '020 9998 8877']);
  expect(draftErrors({ ...both, phone: '12' })).toEqual({});
  expect(draftErrors({ ...both, collector_phone: '12' })).toHaveProperty('phone');
  const other = { ...NOY, phone: '030 999 8877' };
  const { phone, collector_phone } = withCustomer({ ...full, phone: '020 5599 9999' }, other);
  expect([phone, collector_phone]).toEqual(['020 5599 9999', '030 999 8877']);
});

it('phone number that was typed stays with the other delivery method, unless it is of another receiver', () => {
  const typed = { ...EMPTY_DRAFT, phone: '030 999 8877' };
  expect(withMethod(typed, 'pickup')).toMatchObject({
    method: 'pickup',
    collector_phone: '030 999 8877',
  });
  expect(withMethod({ ...typed, receiver: 'Kham' }, 'pickup').collector_phone).toBe('');
  const own = { ...typed, method: 'pickup', collector_phone: '020 5512 3456' } as const;
  expect(withMethod(own, 'delivery').phone).toBe('030 999 8877');
});

it('request has the fields of its delivery method and no empty discount', () => {
  expect(orderBody(full)).toEqual({
    cus_id: 12,
    items: [{ pro_id: 1, quantity: 1 }],
    phone: '020 5512 3456',
    delivery: { method: 'pickup', branch_id: 3, note: '' },
    payment: { method: 'cod' },
    discount: { amount: 5000, reason: 'Old customer' },
  });
  const delivered: OrderDraft = { ...full, method: 'delivery', discount: '', landmark: 'temple' };
  expect(orderBody(delivered)).toMatchObject({
    delivery: { method: 'delivery', province: '', district: '', village: '', note: '' },
    receiver: { name: '', landmark: 'temple' },
  });
  expect(orderBody(delivered)).not.toHaveProperty('discount');
  expect(quoteBody(EMPTY_DRAFT)).toBeUndefined();
  expect(quoteBody(full)).toEqual({
    cus_id: 12,
    items: [{ pro_id: 1, quantity: 1 }],
    delivery: { method: 'pickup' },
    discount: { amount: 5000 },
  });
});

it('missing and invalid fields are reported by the form and by the server', () => {
  expect(draftErrors(full)).toEqual({});
  expect(Object.keys(draftErrors(EMPTY_DRAFT))).toEqual([
    'lines',
    'customer',
    'phone',
    'province',
    'district',
    'village',
  ]);
  expect(draftErrors({ ...full, discount: '1.5' })).toHaveProperty('discount');
  expect(draftErrors({ ...full, reason: ' ' })).toHaveProperty('reason');
  const errors = ['items[0].quantity', 'delivery.branch_id', 'receiver.name', 'discount.amount'];
  expect(Object.keys(refusedFields(errors.map((field) => ({ field }))))).toEqual([
    'lines',
    'branch_id',
    'receiver',
    'discount',
  ]);
});

it('draft is restored for its owner only, until the session ends', async () => {
  writeDraft(5, full);
  expect(readDraft(5)).toEqual(full);
  expect(readDraft(6)).toBe(EMPTY_DRAFT);
  await publishSessionEvent('sessionEnded', {} as never);
  expect(readDraft(5)).toBe(EMPTY_DRAFT);
  sessionStorage.setItem('heuan.office.new-order', '{"owner":5,"draft":7}');
  expect(readDraft(5)).toBe(EMPTY_DRAFT);
});

it('same request has the same key until something changes', () => {
  const key = attemptKey(5, full, orderBody(full));
  writeDraft(5, full);
  expect(attemptKey(5, full, orderBody(full))).toBe(key);
  const other = withQuantity(full, 1, 2);
  expect(attemptKey(5, other, orderBody(other))).not.toBe(key);
});
