import { expect, it } from 'vitest';
import type { ShopMessageKey } from './load-messages';
import cn from './messages/cn.json';
import en from './messages/en.json';
import la from './messages/la.json';
import officeEn from './messages/office/en.json';
import th from './messages/th.json';

/** Texts that were reviewed by a native writer, so that they do not change back. */
const ENGLISH: [ShopMessageKey, string][] = [
  ['checkout.method', 'Delivery or pick-up'],
  ['delivery.home', 'Home delivery'],
  ['delivery.homeNote', 'Anywhere in Laos'],
  ['checkout.promise', 'You won’t be charged twice.'],
  ['form.faults', '{count, plural, one {Please check # field} other {Please check # fields}}'],
  ['totals.goods', 'Subtotal'],
  ['cart.emptyText', 'Press + on a product to add it to your cart.'],
  ['orders.noneText', 'Your orders will appear here, with their progress and invoices.'],
  ['product.deliveryMissing', 'Add {amount} for free delivery'],
  ['notFound.text', 'The page may have moved, or the link is wrong.'],
  ['chat.welcome', 'How can we help?'],
  ['help.none', 'No matching questions'],
  ['language.none', 'No matching languages'],
  ['promotion.noneOfType', 'No offers of this type right now'],
  ['imageSearch.alike', '{percent} match'],
  ['imageSearch.adjust', 'Edit photo'],
];
const ENGLISH_PARTS: [ShopMessageKey, string][] = [
  ['points.rule', '1 point = {value} off'],
  ['checkout.pointsNote', '1 point = {value} off'],
  ['notifications.askText', 'Get a notice here when your order status changes'],
];
const LAO: [ShopMessageKey, string][] = [
  ['cart.deliveryFree', 'ຄຳສັ່ງຊື້ນີ້ສົ່ງຟຣີ'],
  ['page.homeguru', 'ຮຽນຮູ້ເລື່ອງເຮືອນ'],
  ['checkout.promise', 'ທ່ານຈະບໍ່ຖືກເກັບເງິນສອງເທື່ອ.'],
];

it.each([
  ['shop', en],
  ['back office', officeEn],
])('English texts of the %s have one spelling of cancelled', (_, messages) => {
  const others = Object.values(messages).filter((text) => /\bcancel(ed|ing|ation)/i.test(text));
  expect(others).toEqual([]);
});

it.each(ENGLISH)('message %s is the reviewed English text', (key, text) => {
  expect(en[key]).toBe(text);
});

it.each(ENGLISH_PARTS)('message %s contains the reviewed English text', (key, text) => {
  expect(en[key]).toContain(text);
});

it.each(LAO)('message %s is the reviewed Lao text', (key, text) => {
  expect(la[key]).toBe(text);
});

it('text about a second charge and about free delivery is the reviewed one in Thai and Chinese', () => {
  expect([th['checkout.promise'], th['cart.deliveryFree']]).toEqual([
    'ระบบจะไม่เก็บเงินคุณซ้ำ',
    'คำสั่งซื้อนี้จัดส่งฟรี',
  ]);
  expect([cn['checkout.promise'], cn['cart.deliveryFree']]).toEqual([
    '不会重复扣款。',
    '本订单免运费',
  ]);
});
