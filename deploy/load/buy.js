// Load of shoppers who browse and order, with an audit of the stock at the end. Of RATE visits per second, half browse, a
// fifth fill a cart and leave, and the others order. No other client may order during the run, and payments must run in the
// sandbox.
import { audit, readStock } from './lib/audit.js';
import { address } from './lib/buyer.js';
import * as buys from './lib/buys.js';
import { BASE_URL, DURATION, RATE, arrivals, catalog, thresholds } from './lib/shop.js';
import * as visits from './lib/visits.js';

const SHARE = { browse: 0.5, cart: 0.2, checkout: 0.3 };
// Seconds between two visits of a customer, longer than a visit, so that no customer has two visits at once.
const AWAY = 20;
// Numbers of products to order: with much stock, and with so little that it runs out.
const PLENTY = 30;
const SCARCE = 6;

export const options = {
  scenarios: {
    browse: arrivals('browse', SHARE.browse),
    cart: arrivals('cart', SHARE.cart),
    checkout: arrivals('checkout', SHARE.checkout),
  },
  thresholds: {
    ...thresholds,
    // Slower by design: an order writes to two services, and a password is hashed with an expensive function.
    'http_req_duration{kind:order}': ['p(99)<250'],
    'http_req_duration{kind:password}': ['p(99)<1000'],
    stock_units_astray: ['value==0'],
    orders_placed: ['count>0'],
  },
  discardResponseBodies: true,
  setupTimeout: '2m',
  teardownTimeout: '10m',
};

export function setup() {
  const shop = catalog();
  const stocked = shop.products.filter((product) => product.stock > 0);
  const byStock = stocked.sort((one, other) => other.stock - one.stock);
  const shelf = [...byStock.slice(0, PLENTY), ...byStock.slice(PLENTY).slice(-SCARCE)];
  const customers = Object.fromEntries(
    ['cart', 'checkout'].map((kind) => [kind, Math.max(2, Math.ceil(RATE * SHARE[kind] * AWAY))]),
  );
  return {
    ...shop,
    run: Date.now().toString(36),
    customers,
    shelf: shelf.map((product) => product.pro_id),
    scarce: shelf.slice(-SCARCE).map((product) => product.pro_id),
    stock: readStock(shelf.map((product) => product.pro_id)),
  };
}

export const browse = visits.browse;
export const cart = buys.cart;
export const checkout = buys.checkout;

export function teardown(shop) {
  // k6 rounds, so there may be one more visit.
  const visits = Math.ceil(RATE * SHARE.checkout * seconds(DURATION)) + 2;
  const count = Math.min(shop.customers.checkout, visits);
  const buyers = Array.from({ length: count }, (_, number) => address(shop, 'checkout', number));
  console.log(`${BASE_URL}: ${audit(shop, buyers)}`);
}

function seconds(duration) {
  const unit = { h: 3600, m: 60, s: 1 };
  const parts = [...duration.matchAll(/(\d+)(h|m(?!s)|s)/g)];
  return parts.reduce((sum, [, number, letter]) => sum + Number(number) * unit[letter], 0);
}
