// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
import type { LineProduct } from '@/domain/catalog/line-product';
import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { until } from '@/testing/until';
import { type CartEngine, createCartEngine, syncDelay } from './cart-engine';
import type { CartUpdate } from './cart-events';
import { type Cart, EMPTY_CART, findLine, withLines, withMore } from './cart-lines';
import type { CartNotice } from './cart-notices';

const product = (id: number, stock = 20): LineProduct => ({
  pro_id: id,
  price: 1_000 * id,
  product_price1: null,
  stock,
  vatrate: 10,
  pro_name_la: `ສິນຄ້າ ${id}`,
  pro_name_en: `Product ${id}`,
  pro_img_cover: '',
  unit_name_la: 'ອັນ',
  unit_name_en: 'piece',
});

/** Fake server with a cart: every change increments the versions, and a stale version is refused. */
function createShop() {
  let cart: Cart = { ...EMPTY_CART, version: 1 };
  const log: string[] = [];
  let failure: ApiError | null = null;
  const change = (proId: number, quantity: number, made: LineProduct) => {
    const version = cart.version + 1;
    const rest = cart.lines.filter((line) => line.pro_id !== proId);
    const line = withMore(EMPTY_CART, made, quantity).lines.map((new_) => ({ ...new_, version }));
    cart = { ...withLines(cart, quantity > 0 ? [...rest, ...line] : rest), version };
    return cart;
  };
  const step = async (name: string) => {
    log.push(name);
    await Promise.resolve();
    if (failure) throw failure;
  };
  const short = (proId: number, requested: number, available: number) =>
    new ApiError(409, 'conflict', '', undefined, undefined, {
      reason: 'stock_short',
      lines: [{ pro_id: proId, requested, available }],
    });
  const stocks = new Map<number, number>();
  const stockOf = (id: number) => stocks.get(id) ?? 20;
  return {
    log,
    stocks,
    fail: (status: number, details = {}) => {
      failure = new ApiError(status, status === 0 ? 'offline' : 'internal', '', '', '', details);
    },
    heal: () => {
      failure = null;
    },
    cart: () => cart,
    /** A change by another device. */
    change: (id: number, quantity: number) => change(id, quantity, product(id)),
    calls: {
      get: async () => {
        await step('get');
        return cart;
      },
      add: async (id: number, quantity: number, key: string) => {
        await step(`add ${id} ${quantity}`);
        expect(key).toMatch(/^[0-9a-f]{32}$/);
        const has = findLine(cart, id)?.quantity ?? 0;
        if (has + quantity > stockOf(id)) throw short(id, has + quantity, stockOf(id));
        return change(id, has + quantity, product(id));
      },
      set: async (id: number, quantity: number, version: number | undefined) => {
        await step(`set ${id} ${quantity} v${version}`);
        const line = findLine(cart, id);
        if (!line || (version !== undefined && line.version !== version)) {
          throw new ApiError(409, 'conflict', '', '', '', { reason: 'cart_changed', cart });
        }
        if (quantity > stockOf(id)) throw short(id, quantity, stockOf(id));
        return change(id, quantity, product(id));
      },
      remove: async (id: number) => {
        await step(`remove ${id}`);
        return change(id, 0, product(id));
      },
      clear: async () => {
        await step('clear');
        cart = { ...withLines(cart, []), version: cart.version + 1 };
        return cart;
      },
    },
  };
}

let shop: ReturnType<typeof createShop>;
let engine: CartEngine;
let inSight: Cart;
let notices: CartNotice[];
let events: CartUpdate[];
let signedOut: Mock<(wanted?: unknown) => void>;

const record = (event: WindowEventMap['cart-updated']) => events.push(event.detail);
const quantities = () =>
  Object.fromEntries(inSight.lines.map(({ pro_id, quantity }) => [pro_id, quantity]));
const settle = async () => {
  await vi.runAllTimersAsync();
  await engine.flush();
};

beforeEach(() => {
  vi.useFakeTimers();
  shop = createShop();
  notices = [];
  events = [];
  inSight = EMPTY_CART;
  signedOut = vi.fn();
  engine = createCartEngine({
    api: shop.calls,
    onCart: (cart) => {
      inSight = cart;
    },
    onSaved: () => {},
    onNotice: (notice) => notices.push(notice),
    onSignedOut: signedOut,
  });
  window.addEventListener('cart-updated', record);
});

afterEach(() => {
  window.removeEventListener('cart-updated', record);
  engine.reset();
  localStorage.clear();
  vi.useRealTimers();
});

describe('debounce of quantity changes', () => {
  it.each([
    ['long after the last sending', 10_000, 400],
    ['exactly half a second after it', 500, 400],
    ['less than half a second after it', 499, 800],
  ])('%s', (_name, since, delay) => {
    expect(syncDelay(20_000, 20_000 - since)).toBe(delay);
  });

  it('quantity changes are sent once, 400 ms after the last', async () => {
    shop.change(1, 1);
    for (const quantity of [2, 3, 7]) engine.set(product(1), quantity);
    await vi.advanceTimersByTimeAsync(399);
    expect(shop.log).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(shop.log).toEqual(['get', 'set 1 7 v2']);
  });

  it('quantity change right after a request waits 800 ms', async () => {
    shop.change(1, 1);
    engine.set(product(1), 2);
    await vi.advanceTimersByTimeAsync(400);
    engine.set(product(1), 3);
    await vi.advanceTimersByTimeAsync(799);
    expect(shop.log.at(-1)).toBe('set 1 2 v2');
    await vi.advanceTimersByTimeAsync(1);
    expect(shop.log.at(-1)).toBe('set 1 3 v3');
  });
});

it('added product is shown at once and replaced by the response of the server', async () => {
  engine.add(product(2), 3);
  expect(quantities()).toEqual({ 2: 3 });
  expect(events).toEqual([{ type: 'add', pro_id: 2, quantity: 3, price: 2_000, count: 1 }]);
  await settle();
  expect(inSight).toEqual(shop.cart());
  expect(notices).toMatchObject([{ type: 'done', kind: 'add' }]);
});

it('mutations are sent in order', async () => {
  engine.add(product(1), 1);
  engine.add(product(1), 1);
  engine.add(product(2), 5);
  engine.remove(product(1));
  expect(quantities()).toEqual({ 2: 5 });
  await settle();
  expect(shop.log).toEqual(['get', 'add 1 1', 'add 1 1', 'add 2 5', 'remove 1']);
  expect(quantities()).toEqual({ 2: 5 });
  expect(events.map(({ type, count }) => [type, count])).toEqual([
    ['add', 1],
    ['add', 1],
    ['add', 2],
    ['remove', 1],
  ]);
});

it('pending quantity overrides the response to an older one', async () => {
  shop.change(1, 1);
  engine.set(product(1), 4);
  await vi.advanceTimersByTimeAsync(399);
  engine.set(product(1), 5);
  await vi.advanceTimersByTimeAsync(1);
  engine.add(product(2), 1);
  await vi.advanceTimersByTimeAsync(10);
  expect(quantities()).toEqual({ 1: 5, 2: 1 });
  await settle();
  expect(quantities()).toEqual({ 1: 5, 2: 1 });
});

it('version conflict applies the cart of the server and reports the changed line', async () => {
  shop.change(1, 1);
  engine.set(product(1), 2);
  await settle();
  shop.change(1, 9);
  engine.set(product(1), 3);
  await settle();
  expect(quantities()).toEqual({ 1: 9 });
  expect(notices).toMatchObject([{ type: 'changed', product: { pro_id: 1 }, now: 9 }]);
});

it('line removed elsewhere is reported and not restored', async () => {
  shop.change(1, 1);
  engine.set(product(1), 2);
  await settle();
  shop.change(1, 0);
  engine.set(product(1), 3);
  await settle();
  expect(quantities()).toEqual({});
  expect(notices).toMatchObject([{ type: 'changed', now: 0 }]);
});

it('quantity over stock is reduced with a message', async () => {
  shop.change(1, 2);
  shop.stocks.set(1, 5);
  engine.set(product(1), 8);
  await settle();
  expect(quantities()).toEqual({ 1: 5 });
  expect(notices).toMatchObject([{ type: 'insufficient_stock', available: 5 }]);
  engine.add(product(2), 1);
  await settle();
  shop.stocks.set(2, 3);
  engine.add(product(2), 7);
  await settle();
  expect(quantities()).toEqual({ 1: 5, 2: 3 });
  expect(notices.at(-1)).toMatchObject({ type: 'insufficient_stock', available: 3 });
});

it('sold-out product is not added', async () => {
  shop.stocks.set(1, 0);
  engine.add(product(1), 1);
  await settle();
  expect(quantities()).toEqual({});
  expect(notices).toMatchObject([{ type: 'insufficient_stock', available: 0 }]);
});

it.each([
  ['update', () => engine.set(product(1), 6)],
  ['add', () => engine.add(product(1), 6)],
  ['remove', () => engine.remove(product(1))],
  ['clear', () => engine.clear()],
] as const)('failed %s is rolled back and can be retried', async (kind, act) => {
  shop.change(1, 2);
  engine.set(product(1), 3);
  await settle();
  shop.fail(500);
  act();
  await settle();
  expect(quantities()).toEqual({ 1: 3 });
  const [notice] = notices;
  expect(notice).toMatchObject({ type: 'failed', kind });
  shop.heal();
  if (notice?.type === 'failed') notice.retry();
  await settle();
  const after = { update: { 1: 6 }, add: { 1: 9 }, remove: {}, clear: {} };
  expect(quantities()).toEqual(after[kind]);
  expect(shop.cart().lines).toEqual(inSight.lines);
});

it('changes made offline are sent when the connection is back', async () => {
  shop.change(1, 2);
  engine.set(product(1), 3);
  await settle();
  shop.fail(0);
  engine.set(product(1), 6);
  engine.add(product(2), 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(engine.state()).toBe('waiting');
  expect(quantities()).toEqual({ 1: 6, 2: 1 });
  expect(await engine.flush()).toBe(false);
  expect(notices).toEqual([]);
  shop.heal();
  engine.retry();
  await settle();
  expect(engine.state()).toBe('idle');
  expect(quantities()).toEqual({ 1: 6, 2: 1 });
  expect(shop.cart().lines).toEqual(inSight.lines);
});

it('failed change is retried after a delay', async () => {
  shop.fail(0);
  engine.add(product(1), 1);
  await vi.advanceTimersByTimeAsync(1_000);
  shop.heal();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(shop.cart().lines).toHaveLength(1);
});

it('deleted line can be restored', async () => {
  shop.change(1, 4);
  engine.set(product(1), 5);
  await settle();
  engine.remove(product(1));
  await settle();
  const notice = notices.at(-1);
  expect(notice).toMatchObject({ type: 'done', kind: 'remove', quantity: 5 });
  engine.add(product(1), 5, { isQuiet: true });
  await settle();
  expect(quantities()).toEqual({ 1: 5 });
});

it('flush sends debounced changes at once', async () => {
  shop.change(1, 1);
  engine.set(product(1), 5);
  await expect(engine.flush()).resolves.toBe(true);
  expect(findLine(shop.cart(), 1)?.quantity).toBe(5);
});

it('change refused for an expired session is returned to the caller', async () => {
  shop.fail(401, { reason: 'session' });
  engine.add(product(3), 2);
  await settle();
  expect(signedOut).toHaveBeenCalledWith(
    expect.objectContaining({ product: product(3), quantity: 2 }),
  );
  expect(notices).toEqual([]);
});

it('change without an API token fails and is no sign-out', async () => {
  const cause = new ApiError(401, 'unauthenticated', 'the key is not accepted');
  const error = new ApiTokenError('validation', cause);
  vi.spyOn(shop.calls, 'add').mockRejectedValue(error);
  engine.add(product(3), 2);
  await settle();
  expect(signedOut).not.toHaveBeenCalled();
  expect(notices).toMatchObject([{ type: 'failed', kind: 'add', error }]);
});

/** Holds the answer to the next request for the cart. */
function holdCart() {
  let release = () => {};
  const get = vi.spyOn(shop.calls, 'get').mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        release = () => resolve({ ...EMPTY_CART, version: 77 });
      }),
  );
  return { get, release: () => release() };
}

it('change that waits for the cart of an earlier session is not sent in the next one', async () => {
  const held = holdCart();
  engine.add(product(1), 2);
  engine.reset();
  held.release();
  engine.add(product(2), 1);
  await settle();
  expect(shop.log).toEqual(['get', 'add 2 1']);
  expect(quantities()).toEqual({ 2: 1 });
  expect(notices).toMatchObject([{ type: 'done', product: product(2) }]);
});

it('refused change of an earlier session shows nothing in the next one', async () => {
  engine.add(product(1), 1);
  await settle();
  const held = holdCart();
  shop.fail(500);
  engine.add(product(1), 2);
  await until(() => expect(held.get).toHaveBeenCalled());
  shop.heal();
  engine.reset();
  held.release();
  engine.add(product(2), 1);
  await settle();
  expect(shop.log).toEqual(['get', 'add 1 1', 'add 1 2', 'get', 'add 2 1']);
  expect(quantities()).toEqual({ 1: 1, 2: 1 });
  expect(notices.map(({ type }) => type)).toEqual(['done', 'done']);
});

it('response from an earlier session is discarded', async () => {
  engine.add(product(1), 1);
  engine.reset();
  inSight = EMPTY_CART;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(inSight).toEqual(EMPTY_CART);
  expect(notices).toEqual([]);
});
