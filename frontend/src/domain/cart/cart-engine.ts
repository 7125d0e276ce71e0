/** Optimistic cart store: applies a change to the shown cart at once, and sends it through a serial queue. */

import type { LineProduct } from '@/domain/catalog/line-product';
import { ApiError } from '@/shared/api/client';
import { randomKey } from '@/shared/api/random-key';
import type { CartApi } from './cart-api';
import { type CartUpdate, dispatchCartUpdated } from './cart-events';
import { type Cart, findLine } from './cart-lines';
import { type CartChange, type CartNotice, refusalOf } from './cart-notices';
import { createMutationQueue, isOffline } from './mutation-queue';
import {
  applyServerCart,
  dropPending,
  lastServerCart,
  optimisticCart,
  pendingAdds,
  pendingQuantities,
  resetOptimisticCart,
} from './optimistic-cart';

/** Dependencies of the engine. */
export type CartEngineOptions = {
  api: CartApi;
  /** Called with the optimistic cart whenever it changes. */
  onCart: (cart: Cart) => void;
  /** The server has accepted a change. */
  onSaved: () => void;
  onNotice: (notice: CartNotice) => void;
  /** The session ended during a change; `wanted` is the product that could not be added. */
  onSignedOut: (wanted?: { product: LineProduct; quantity: number }) => void;
};

export type AddOptions = {
  from?: 'wishlist';
  /** Shows no toast on success. */
  isQuiet?: boolean;
};

const FAST_SYNC_MS = 500;
const DEBOUNCE_MS = 400;
const FAST_SYNC_DEBOUNCE_MS = 800;

/** Debounce of a typed quantity: 400 ms, or 800 ms if the last change was sent less than 500 ms ago. */
export function syncDelay(now: number, lastSync: number): number {
  return now - lastSync < FAST_SYNC_MS ? FAST_SYNC_DEBOUNCE_MS : DEBOUNCE_MS;
}

/**
 * Optimistic cart store: a local overlay of pending changes and a serial mutation queue. The server's response always
 * wins.
 */
export function createCartEngine({
  api,
  onCart,
  onSaved,
  onNotice,
  onSignedOut,
}: CartEngineOptions) {
  const queue = createMutationQueue();
  const timers = new Map<number, { timer: ReturnType<typeof setTimeout>; product: LineProduct }>();
  let lastSync = Number.NEGATIVE_INFINITY;
  /** Incremented on sign-in and sign-out; responses from an earlier epoch are discarded. */
  let sessionEpoch = 0;

  const publish = (update: Omit<CartUpdate, 'count'>) => {
    const cart = optimisticCart();
    onCart(cart);
    dispatchCartUpdated({ ...update, count: cart.lines.length });
  };

  const cancelDebounce = (proId: number) => {
    clearTimeout(timers.get(proId)?.timer);
    timers.delete(proId);
  };

  /** Fetches the server's cart, unless the session has changed by then. */
  const loadCart = async (epoch: number) => {
    const cart = await api.get();
    if (epoch === sessionEpoch) applyServerCart(cart);
  };

  /** Queues a change: sends it, applies the response, and rolls back if the server refuses it. */
  function send(what: CartChange, request: () => Promise<Cart>, rollBack: () => void): void {
    const epoch = sessionEpoch;
    queue.push(async () => {
      try {
        if (!lastServerCart()) await loadCart(epoch);
        if (epoch !== sessionEpoch) return;
        const cart = await request();
        if (epoch !== sessionEpoch) return;
        lastSync = Date.now();
        rollBack();
        onCart(applyServerCart(cart));
        onSaved();
        if (what.kind !== 'update') onNotice({ ...what, type: 'done' });
      } catch (error) {
        if (epoch !== sessionEpoch) return;
        if (isOffline(error)) throw error;
        rollBack();
        await handleRefusal(what, error, epoch);
      }
    });
  }

  async function handleRefusal(what: CartChange, error: unknown, epoch: number): Promise<void> {
    if (error instanceof ApiError && error.reason === 'session') {
      queue.drop();
      dropPending();
      return onSignedOut(what.kind === 'add' ? what : undefined);
    }
    const refusal = refusalOf(error);
    const before = 'product' in what ? findLine(lastServerCart(), what.product.pro_id) : undefined;
    if (refusal.cart) applyServerCart(refusal.cart);
    else await loadCart(epoch).catch(() => {});
    if (epoch !== sessionEpoch) return;
    if (refusal.available !== undefined && 'product' in what && what.kind !== 'remove') {
      setToAvailable(what, refusal.available, before?.quantity ?? 0);
      onNotice({ type: 'insufficient_stock', product: what.product, available: refusal.available });
    } else if (refusal.cart && 'product' in what) {
      const now = findLine(lastServerCart(), what.product.pro_id)?.quantity ?? 0;
      onNotice({ type: 'changed', product: what.product, now });
    } else {
      onNotice({
        ...what,
        type: 'failed',
        reason: refusal.reason,
        error,
        retry: () => repeat(what),
      });
    }
    if ('product' in what) {
      const { pro_id, price } = what.product;
      publish({
        type: 'update',
        pro_id,
        price,
        quantity: findLine(optimisticCart(), pro_id)?.quantity ?? 0,
      });
    } else {
      onCart(optimisticCart());
    }
  }

  /** Sets the quantity to the available units if the stock is lower than the wanted quantity. */
  function setToAvailable(what: CartChange, available: number, has: number): void {
    if (what.kind === 'add' && available > has)
      add(what.product, available - has, { isQuiet: true });
    if (what.kind === 'update' && available > 0) set(what.product, available, 0);
  }

  function repeat(what: CartChange): void {
    if (what.kind === 'add') add(what.product, what.quantity, what);
    if (what.kind === 'update') set(what.product, what.quantity, 0);
    if (what.kind === 'remove') remove(what.product);
    if (what.kind === 'clear') clear();
  }

  function add(product: LineProduct, quantity: number, how: AddOptions = {}): void {
    const key = randomKey();
    pendingAdds.set(key, { product, quantity });
    publish({ type: 'add', pro_id: product.pro_id, quantity, price: product.price });
    send(
      { kind: how.isQuiet ? 'update' : 'add', product, quantity, from: how.from },
      () => api.add(product.pro_id, quantity, key),
      () => pendingAdds.delete(key),
    );
  }

  function set(
    product: LineProduct,
    quantity: number,
    delay = syncDelay(Date.now(), lastSync),
  ): void {
    const { pro_id, price } = product;
    pendingQuantities.set(pro_id, quantity);
    publish({ type: 'update', pro_id, quantity, price });
    cancelDebounce(pro_id);
    timers.set(pro_id, { product, timer: setTimeout(() => sendQuantity(product), delay) });
  }

  function sendQuantity(product: LineProduct): void {
    const { pro_id } = product;
    cancelDebounce(pro_id);
    const quantity = pendingQuantities.get(pro_id);
    if (!quantity) return;
    send(
      { kind: 'update', product, quantity },
      () => api.set(pro_id, quantity, findLine(lastServerCart(), pro_id)?.version),
      // A newer quantity stays pending when the response to an older one arrives.
      () => pendingQuantities.get(pro_id) === quantity && pendingQuantities.delete(pro_id),
    );
  }

  function remove(product: LineProduct): void {
    const { pro_id, price } = product;
    const quantity = findLine(optimisticCart(), pro_id)?.quantity ?? 0;
    cancelDebounce(pro_id);
    pendingQuantities.set(pro_id, 0);
    publish({ type: 'remove', pro_id, quantity, price });
    send(
      { kind: 'remove', product, quantity },
      () => api.remove(pro_id),
      () => pendingQuantities.delete(pro_id),
    );
  }

  function clear(): void {
    const ids = optimisticCart().lines.map(({ pro_id }) => pro_id);
    for (const id of ids) {
      cancelDebounce(id);
      pendingQuantities.set(id, 0);
    }
    publish({ type: 'clear' });
    send({ kind: 'clear' }, api.clear, () => {
      for (const id of ids) pendingQuantities.delete(id);
    });
  }

  return {
    add,
    set,
    remove,
    clear,
    /** Sends debounced quantities at once; resolves with whether the server has everything. */
    flush: () => {
      for (const { product } of [...timers.values()]) sendQuantity(product);
      return queue.settled();
    },
    retry: queue.retry,
    state: queue.state,
    subscribe: queue.subscribe,
    /** Discards all pending changes, for another customer or none. */
    reset: () => {
      sessionEpoch += 1;
      for (const id of [...timers.keys()]) cancelDebounce(id);
      queue.drop();
      resetOptimisticCart();
    },
  };
}

export type CartEngine = ReturnType<typeof createCartEngine>;
