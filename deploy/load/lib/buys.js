// Visits of customers who order. A product may be out of stock (409); the visit continues without it.
import { check } from 'k6';
import { Counter } from 'k6/metrics';

import { arrive, newKey, together } from './buyer.js';
import { ask, language, look, pick } from './shop.js';

const placed = new Counter('orders_placed');
const cancelled = new Counter('orders_cancelled');
const paid = new Counter('orders_paid');
const short = new Counter('orders_refused_for_stock');
const replayed = new Counter('requests_sent_again');

const RUN_OUT = [200, 409];
const chance = (percent) => Math.random() * 100 < percent;

// Fills a cart and leaves.
export function cart(shop) {
  const buyer = arrive(shop, 'cart');
  fill(buyer, shop);
  const lines = buyer.call('cart', 'GET', '/api/auth/cart').json('data.lines');
  if (lines.length > 0) {
    const { pro_id, version } = pick(lines);
    const body = { quantity: 1 + Math.floor(Math.random() * 4), version };
    buyer.call('set quantity', 'PUT', `/api/auth/cart/items/${pro_id}`, { body, expect: RUN_OUT });
    look();
    buyer.call('remove', 'DELETE', `/api/auth/cart/items/${pick(lines).pro_id}`);
  }
  if (chance(30)) buyer.call('clear', 'DELETE', '/api/auth/cart');
  buyer.call('logout', 'POST', '/api/auth/logout');
}

// Fills a cart, or orders one product without it; then orders, pays, or cancels.
export function checkout(shop) {
  const buyer = arrive(shop, 'checkout');
  const input = chance(20) ? buyNow(shop) : fromCart(buyer, shop);
  const order = input && place(buyer, input);
  if (order) {
    after(buyer, order);
    look();
    buyer.call('orders', 'GET', '/api/auth/orders');
  } else {
    buyer.call('clear', 'DELETE', '/api/auth/cart');
  }
  buyer.call('logout', 'POST', '/api/auth/logout');
}

function fill(buyer, shop) {
  for (let turn = 0; turn < 1 + Math.floor(Math.random() * 3); turn += 1) {
    const pro_id = chance(15) ? pick(shop.scarce) : pick(shop.shelf);
    ask('product page', `/${language()}/shop/${pro_id}`);
    look();
    const body = { pro_id, quantity: 1 + Math.floor(Math.random() * 3) };
    const press = ['add', 'POST', '/api/auth/cart/items', { body, key: newKey(), expect: RUN_OUT }];
    if (chance(20)) again(together(buyer, [press, press]), 'a repeated request adds once');
    else buyer.call(...press);
  }
}

function buyNow(shop) {
  const items = [{ pro_id: pick(shop.shelf), quantity: 1 }];
  return { items, buyNow: true };
}

function fromCart(buyer, shop) {
  fill(buyer, shop);
  const { version, lines } = buyer.call('cart', 'GET', '/api/auth/cart').json('data');
  const buyable = lines.filter((line) => line.state === 'ok');
  if (buyable.length === 0) return undefined;
  if (buyable.length === lines.length) return { cart_version: version };
  return { items: buyable.map(({ pro_id, quantity }) => ({ pro_id, quantity })) };
}

function place(buyer, wanted) {
  const input = {
    ...wanted,
    phone: '020 5512 3456',
    delivery: chance(80)
      ? { method: 'delivery', province: 'Vientiane', district: 'Xaythany', village: 'Dongdok' }
      : { method: 'pickup', branch_id: 1 },
    payment: { method: pick(['cod', 'qr', 'qr', 'transfer']) },
  };
  const quote = buyer.call('quote', 'POST', '/api/auth/checkout/quote', { body: input });
  look();
  input.points = chance(50) ? Math.min(3, quote.json('data.points_balance')) : 0;

  const key = newKey();
  const press = ['order', 'POST', '/api/auth/orders', { body: input, key, kind: 'order', expect: [201, 409] }];
  const answers = chance(30) ? together(buyer, [press, press]) : [buyer.call(...press)];
  if (answers.length > 1) again(answers, 'a repeated order request returns the same order');
  const [answer] = answers;
  if (answer.status !== 201) {
    short.add(1);
    check(answer, { 'refused only for the stock': (it) => it.json('reason') === 'stock_short' });
    return undefined;
  }
  placed.add(1);
  if (chance(20)) {
    const later = buyer.call(...press);
    again([answer, later], 'an order request repeated later returns the same order');
    const other = { ...input, phone: '020 5512 9999' };
    buyer.call('order', 'POST', '/api/auth/orders', { body: other, key, kind: 'order', expect: [422] });
  }
  return answer.json('data');
}

// Checks that two responses are equal, byte for byte. Errors contain the id of their request, so only their status counts.
function again(answers, what) {
  replayed.add(1);
  const [first, second] = answers;
  const alike = first.status === second.status && (first.status >= 400 || first.body === second.body);
  if (!check(answers, { [what]: () => alike })) console.error(`${what}: ${first.status} ${first.body} and ${second.status} ${second.body}`);
}

function after(buyer, order) {
  const cancel = ['cancel', 'POST', `/api/auth/orders/${order.order_id}/cancel`];
  if (order.payment.method !== 'qr' || order.payment.status !== 'pending') {
    if (chance(25)) buyer.call(...cancel) && cancelled.add(1);
    return;
  }
  const bank = (act) => ['sandbox', 'POST', `/api/sandbox/payments/${order.payment.reference}/${act}`];
  look();
  // Most orders are paid, some with two payment events or none; some are paid and canceled concurrently; some are not paid.
  if (chance(10)) {
    together(buyer, [bank('pay'), cancel]);
    cancelled.add(1);
  } else if (chance(10)) {
    buyer.call(...bank('decline'));
  } else if (chance(85)) {
    buyer.call(...bank(pick(['pay', 'pay', 'pay-twice', 'lose'])));
    if (arrived(buyer, order)) paid.add(1);
    if (chance(10)) buyer.call(...cancel) && cancelled.add(1);
  }
}

// Polls the order like the payment page.
function arrived(buyer, order) {
  let status = '';
  for (let tries = 0; tries < 5 && status !== 'placed'; tries += 1) {
    look();
    status = buyer.call('order status', 'GET', `/api/auth/orders/${order.order_id}`).json('data.status');
  }
  return check(status, { 'a paid order is placed': (it) => it === 'placed' });
}
