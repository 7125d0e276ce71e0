import { safeParse } from 'valibot';
import { expect, it } from 'vitest';
import type { Quote } from '@/domain/orders/order-types';
import {
  type CheckoutValues,
  checkoutField,
  checkoutSchema,
  EMPTY_VALUES,
  pointsOf,
} from './checkout-values';
import { orderInput, quoteInput } from './order-input';

const DELIVERED: CheckoutValues = {
  ...EMPTY_VALUES,
  phone: '020 5512 3456',
  province: 'ນະຄອນຫຼວງວຽງຈັນ',
  district: 'ໄຊທານີ',
  village: ' ດົງໂດກ ',
};
const PICKED_UP: CheckoutValues = {
  ...EMPTY_VALUES,
  collector_phone: '020 5512 3456',
  method: 'pickup',
  branch_id: '3',
};

/** The parts of a quote that an order repeats. */
const QUOTE = {
  cart_version: 7,
  lines: [{ pro_id: 104002, price: 500_000 }],
  totals: { points_discount: 5_000, delivery_fee: 30_000, total: 525_000 },
} as Quote;

const errors = (values: object) =>
  (safeParse(checkoutSchema, values).issues ?? []).map(
    ({ path, message }) => `${path?.[0]?.key}: ${message}`,
  );

it('checkout without an address or a branch names the missing fields', () => {
  expect(errors(DELIVERED)).toEqual([]);
  expect(errors(PICKED_UP)).toEqual([]);
  expect(errors({ ...EMPTY_VALUES })).toEqual([
    'phone: field.phone',
    'province: field.province',
    'district: field.district',
    'village: field.village',
  ]);
  expect(errors({ ...PICKED_UP, branch_id: '' })).toEqual(['branch_id: field.branch']);
});

it('phone number is required of the chosen delivery method only', () => {
  expect(errors({ ...DELIVERED, collector_phone: '12' })).toEqual([]);
  expect(errors({ ...PICKED_UP, phone: '12' })).toEqual([]);
  expect(errors({ ...DELIVERED, phone: '' })).toEqual(['phone: field.phone']);
  expect(errors({ ...PICKED_UP, collector_phone: '12' })).toEqual(['collector_phone: field.phone']);
  expect(errors({ ...PICKED_UP, collector_phone: '+66 81 234 5678' })[0]).toBe(
    'collector_phone: field.foreignPhone',
  );
});

it('error of the server is shown at the field of the chosen delivery method', () => {
  const shown = (method: CheckoutValues['method']) =>
    ['phone', 'receiver', 'branch_id'].map((field) => checkoutField(field, { method }));
  expect(shown('delivery')).toEqual(['phone', 'receiver', 'branch_id']);
  expect(shown('pickup')).toEqual(['collector_phone', 'collector', 'branch_id']);
});

it('district of another province is refused', () => {
  expect(errors({ ...DELIVERED, district: 'ປາກເຊ' })).toEqual(['district: field.district']);
});

it.each([
  ['', 0],
  ['12', 12],
  ['1,200', 1200],
  ['໑໒', 12],
  ['1.5', null],
  ['1.5.', null],
  ['-1', null],
  ['many', null],
])('points field %s is read as %s', (text, points) => expect(pointsOf(text)).toBe(points));

it('order has only the fields of its delivery method', () => {
  const cart = { buyNow: null };
  const collector = { collector: 'Kham', collector_phone: '020 9998 8877' };
  const delivered = { ...DELIVERED, ...collector, branch_id: '3', points: '5' };
  const pickedUp = {
    ...PICKED_UP,
    receiver: 'Kham',
    phone: '020 5599 9999',
    village: 'x',
    note: 'call',
  };
  expect(
    [delivered, pickedUp].map((values) => orderInput(values, cart, QUOTE, 'Noy Keo')),
  ).toMatchInlineSnapshot(`
    [
      {
        "cart_version": 7,
        "confirmed": {
          "delivery_fee": 30000,
          "points_discount": 5000,
          "prices": [
            {
              "price": 500000,
              "pro_id": 104002,
            },
          ],
          "total": 525000,
        },
        "delivery": {
          "district": "ໄຊທານີ",
          "method": "delivery",
          "province": "ນະຄອນຫຼວງວຽງຈັນ",
          "village": "ດົງໂດກ",
        },
        "payment": {
          "method": "qr",
        },
        "phone": "020 5512 3456",
        "points": 5,
      },
      {
        "cart_version": 7,
        "confirmed": {
          "delivery_fee": 30000,
          "points_discount": 5000,
          "prices": [
            {
              "price": 500000,
              "pro_id": 104002,
            },
          ],
          "total": 525000,
        },
        "delivery": {
          "branch_id": 3,
          "method": "pickup",
          "note": "call",
        },
        "payment": {
          "method": "qr",
        },
        "phone": "020 5512 3456",
      },
    ]
  `);
});

it('order of buy-now has its items instead of the cart', () => {
  const buyNow = { pro_id: 104002, quantity: 2 };
  expect(orderInput(PICKED_UP, { buyNow }, QUOTE, 'Noy Keo')).toMatchInlineSnapshot(`
    {
      "buyNow": true,
      "confirmed": {
        "delivery_fee": 30000,
        "points_discount": 5000,
        "prices": [
          {
            "price": 500000,
            "pro_id": 104002,
          },
        ],
        "total": 525000,
      },
      "delivery": {
        "branch_id": 3,
        "method": "pickup",
      },
      "items": [
        {
          "pro_id": 104002,
          "quantity": 2,
        },
      ],
      "payment": {
        "method": "qr",
      },
      "phone": "020 5512 3456",
    }
  `);
});

it('quote is independent of village, number and note', () => {
  const before = quoteInput(DELIVERED, { buyNow: null });
  const typed = { ...DELIVERED, village: 'ອື່ນ', phone: '021', note: 'x' };
  expect(quoteInput(typed, { buyNow: null })).toEqual(before);
  expect(quoteInput({ ...DELIVERED, points: '5' }, { buyNow: null })).not.toEqual(before);
});

it('order has another receiver and the note for the driver', () => {
  const cart = { buyNow: null };
  const receiverOf = (values: CheckoutValues) => {
    const input = orderInput(values, cart, QUOTE, 'Noy Keo');
    return 'receiver' in input ? input.receiver : undefined;
  };
  expect(receiverOf({ ...DELIVERED, receiver: ' Noy Keo ' })).toBeUndefined();
  expect(receiverOf({ ...PICKED_UP, collector: 'Kham', landmark: 'Blue gate' })).toEqual({
    name: 'Kham',
  });
  const known = { landmark: 'Blue gate ', driver_note: 'Stairs', position: '18.000000,102.600000' };
  expect(receiverOf({ ...DELIVERED, ...known })).toEqual({
    landmark: 'Blue gate',
    driver_note: 'Stairs',
    position: { lat: 18, lng: 102.6 },
  });
});
