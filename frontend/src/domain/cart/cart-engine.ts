import type { LineProduct } from '@/domain/catalog/line-product';
import { ApiError } from '@/shared/api/client';
import { randomKey } from '@/shared/api/random-key';
import type { CartCalls } from './cart-api';
import { announceCart, type CartUpdate } from './cart-events';
import { type Cart, findLine } from './cart-lines';
import { type CartNotice, type FailedChange, refusalOf } from './cart-notices';
import { createQueue, isOffline } from './mutation-queue';
import {
  additions,
  chosen,
  confirm,
  confirmedCart,
  dropPending,
  resetOverlay,
  shown,
} from './optimistic-cart';

/** What the engine needs of its surroundings. */
export type CartPorts = {
  calls: CartCalls;
  /** Puts the cart in sight. */
  show: (cart: Cart) => void;
  /** The shop has taken a change. */
  saved: () => void;
  notice: (notice: CartNotice) => void;
  /** The session has ended under the shopper's hand. */
  signedOut: (wanted?: { product: LineProduct; quantity: number }) => void;
};

export type AddOptions = {
  from?: 'wishlist';
  /** Success says nothing. */
  isQuiet?: boolean;
};

const QUICK = 500;
const DELAY = 400;
const DELAY_WHEN_QUICK = 800;

/** How long a typed quantity rests before it is sent: longer when the last sending was just now. */
export function syncDelay(now: number, lastSync: number): number {
  return now - lastSync < QUICK ? DELAY_WHEN_QUICK : DELAY;
}

/** Changes of the cart: in sight at once, sent one after the other, and always what the shop says in the end. */
export function createCartEngine({ calls, show, saved, notice, signedOut }: CartPorts) {
  const queue = createQueue();
  const timers = new Map<number, { timer: ReturnType<typeof setTimeout>; product: LineProduct }>();
  let lastSync = Number.NEGATIVE_INFINITY;
  /** Grows when the customer changes: an answer to the one before is none to this one. */
  let life = 0;

  const publish = (update: Omit<CartUpdate, 'count'>) => {
    const cart = shown();
    show(cart);
    announceCart({ ...update, count: cart.lines.length });
  };

  const rest = (proId: number) => {
    clearTimeout(timers.get(proId)?.timer);
    timers.delete(proId);
  };

  /** One step of the queue: sends, takes the answer, and puts things right when the shop refuses. */
  function send(what: FailedChange, request: () => Promise<Cart>, forget: () => void): void {
    const begun = life;
    queue.push(async () => {
      try {
        if (!confirmedCart()) confirm(await calls.get());
        const cart = await request();
        if (begun !== life) return;
        lastSync = Date.now();
        forget();
        show(confirm(cart));
        saved();
        if (what.kind !== 'update') notice({ ...what, is: 'done' });
      } catch (error) {
        if (begun !== life) return;
        if (isOffline(error)) throw error;
        forget();
        await refused(what, error);
      }
    });
  }

  async function refused(what: FailedChange, error: unknown): Promise<void> {
    if (error instanceof ApiError && error.status === 401) {
      queue.drop();
      dropPending();
      return signedOut(what.kind === 'add' ? what : undefined);
    }
    const refusal = refusalOf(error);
    const before = 'product' in what ? findLine(confirmedCart(), what.product.pro_id) : undefined;
    if (refusal.cart) confirm(refusal.cart);
    else await calls.get().then(confirm, () => {});
    if (refusal.available !== undefined && 'product' in what && what.kind !== 'remove') {
      clamp(what, refusal.available, before?.quantity ?? 0);
      notice({ is: 'short', product: what.product, available: refusal.available });
    } else if (refusal.cart && 'product' in what) {
      const now = findLine(confirmedCart(), what.product.pro_id)?.quantity ?? 0;
      notice({ is: 'changed', product: what.product, now });
    } else {
      notice({ ...what, is: 'failed', reason: refusal.reason, error, retry: () => repeat(what) });
    }
    if ('product' in what) {
      const { pro_id, price } = what.product;
      publish({
        type: 'update',
        pro_id,
        price,
        quantity: findLine(shown(), pro_id)?.quantity ?? 0,
      });
    } else {
      show(shown());
    }
  }

  /** As many as there are, when fewer are there than wanted. */
  function clamp(what: FailedChange, available: number, has: number): void {
    if (what.kind === 'add' && available > has)
      add(what.product, available - has, { isQuiet: true });
    if (what.kind === 'update' && available > 0) set(what.product, available, 0);
  }

  function repeat(what: FailedChange): void {
    if (what.kind === 'add') add(what.product, what.quantity, what);
    if (what.kind === 'update') set(what.product, what.quantity, 0);
    if (what.kind === 'remove') remove(what.product);
    if (what.kind === 'clear') clear();
  }

  function add(product: LineProduct, quantity: number, how: AddOptions = {}): void {
    const key = randomKey();
    additions.set(key, { product, quantity });
    publish({ type: 'add', pro_id: product.pro_id, quantity, price: product.price });
    send(
      { kind: how.isQuiet ? 'update' : 'add', product, quantity, from: how.from },
      () => calls.add(product.pro_id, quantity, key),
      () => additions.delete(key),
    );
  }

  function set(
    product: LineProduct,
    quantity: number,
    delay = syncDelay(Date.now(), lastSync),
  ): void {
    const { pro_id, price } = product;
    chosen.set(pro_id, quantity);
    publish({ type: 'update', pro_id, quantity, price });
    rest(pro_id);
    timers.set(pro_id, { product, timer: setTimeout(() => sendChosen(product), delay) });
  }

  function sendChosen(product: LineProduct): void {
    const { pro_id } = product;
    rest(pro_id);
    const quantity = chosen.get(pro_id);
    if (!quantity) return;
    send(
      { kind: 'update', product, quantity },
      () => calls.set(pro_id, quantity, findLine(confirmedCart(), pro_id)?.version),
      // A newer choice stays over the answer to the older one.
      () => chosen.get(pro_id) === quantity && chosen.delete(pro_id),
    );
  }

  function remove(product: LineProduct): void {
    const { pro_id, price } = product;
    const quantity = findLine(shown(), pro_id)?.quantity ?? 0;
    rest(pro_id);
    chosen.set(pro_id, 0);
    publish({ type: 'remove', pro_id, quantity, price });
    send(
      { kind: 'remove', product, quantity },
      () => calls.remove(pro_id),
      () => chosen.delete(pro_id),
    );
  }

  function clear(): void {
    const ids = shown().lines.map(({ pro_id }) => pro_id);
    for (const id of ids) {
      rest(id);
      chosen.set(id, 0);
    }
    publish({ type: 'clear' });
    send({ kind: 'clear' }, calls.clear, () => {
      for (const id of ids) chosen.delete(id);
    });
  }

  return {
    add,
    set,
    remove,
    clear,
    /** Sends what still rests; resolves with whether the shop has everything. */
    flush: () => {
      for (const { product } of [...timers.values()]) sendChosen(product);
      return queue.settled();
    },
    retry: queue.retry,
    state: queue.state,
    subscribe: queue.subscribe,
    /** Another customer, or none. */
    reset: () => {
      life += 1;
      for (const id of [...timers.keys()]) rest(id);
      queue.drop();
      resetOverlay();
    },
  };
}

export type CartEngine = ReturnType<typeof createCartEngine>;
