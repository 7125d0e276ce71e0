// Audit of the stock with public data: the stock that the shop shows, and all orders of the run's customers.
//
// For every product: stock at the start = available now + reserved by unpaid orders + sold in valid orders.
import { sleep } from 'k6';
import http from 'k6/http';
import { Gauge } from 'k6/metrics';

import { signIn, together } from './buyer.js';
import { BASE_URL } from './shop.js';

const astray = new Gauge('stock_units_astray');

// Seconds until the stock must balance, because background jobs release and commit reservations after an order.
const TIMEOUT_S = 30;
const TOGETHER = 20;
const STANDS = { awaiting_payment: 'reserved', placed: 'sold', preparing: 'sold', ready: 'sold', delivering: 'sold', delivery_failed: 'sold', completed: 'sold' };

// Available units by product id.
export function readStock(ids) {
  const one = (id) => [
    'GET',
    // A new address each time, because of caches on the way.
    `${BASE_URL}/api/v1/product/${id}?look=${Date.now()}`,
    null,
    { responseType: 'text', headers: { 'Cache-Control': 'no-cache' }, tags: { name: 'audit', kind: 'audit' } },
  ];
  const answers = inParts(ids, (part) => http.batch(part.map(one)));
  return Object.fromEntries(ids.map((id, at) => [id, answers[at].json('data.stock')]));
}

// Returns a text with the counts. Throws if the units of a product do not add up.
export function audit(shop, emails) {
  // Signs in the customers. Those that the run did not register are left out (401).
  const buyers = emails.map((email) => signIn(email, [401])).filter(Boolean);
  let count;
  for (let second = 0; second <= TIMEOUT_S; second += 1) {
    count = compare(shop, buyers.flatMap(ordersOf));
    if (count.wrong.length === 0) break;
    sleep(1);
  }
  astray.add(count.astray);
  const line = summary(shop, count, buyers.length);
  if (count.wrong.length > 0) throw new Error(`${line}\n${count.wrong.join('\n')}`);
  return line;
}

function compare(shop, orders) {
  const free = readStock(shop.shelf);
  const units = { reserved: {}, sold: {} };
  for (const order of orders) {
    const kind = STANDS[order.status];
    for (const { pro_id, quantity } of kind ? order.lines : []) {
      units[kind][pro_id] = (units[kind][pro_id] || 0) + quantity;
    }
  }
  const count = { orders, free: 0, reserved: 0, sold: 0, astray: 0, wrong: [] };
  for (const id of shop.shelf) {
    const [reserved, sold] = [units.reserved[id] || 0, units.sold[id] || 0];
    const off = free[id] + reserved + sold - shop.stock[id];
    if (off !== 0 || free[id] < 0) {
      count.wrong.push(`product ${id}: ${shop.stock[id]} at the start, ${free[id]} available, ${reserved} reserved, ${sold} sold`);
    }
    count.free += free[id];
    count.reserved += reserved;
    count.sold += sold;
    count.astray += Math.abs(off);
  }
  return count;
}

function ordersOf(buyer) {
  const ids = [];
  for (let page = 1, more = true; more; page += 1) {
    const answer = buyer.call('audit', 'GET', `/api/auth/orders?limit=100&page=${page}`, { kind: 'audit' });
    ids.push(...answer.json('data').map((order) => order.order_id));
    more = ids.length < answer.json('total');
  }
  const one = (id) => ['audit', 'GET', `/api/auth/orders/${id}`, { kind: 'audit' }];
  return inParts(ids, (part) => together(buyer, part.map(one))).map((answer) => answer.json('data'));
}

function inParts(list, work) {
  const done = [];
  for (let at = 0; at < list.length; at += TOGETHER) done.push(...work(list.slice(at, at + TOGETHER)));
  return done;
}

function summary(shop, count, customers) {
  const start = shop.shelf.reduce((sum, id) => sum + shop.stock[id], 0);
  const statuses = {};
  for (const { status } of count.orders) statuses[status] = (statuses[status] || 0) + 1;
  const listed = Object.entries(statuses).map(([status, number]) => `${number} ${status}`);
  const verdict = count.wrong.length === 0 ? 'balances' : `is ${count.astray} units off`;
  return (
    `the stock ${verdict}: ${start} units of ${shop.shelf.length} products at the start = ${count.free} available + ` +
    `${count.reserved} reserved + ${count.sold} sold; ${count.orders.length} orders of ${customers} customers ` +
    `(${listed.join(', ') || 'none'})`
  );
}
