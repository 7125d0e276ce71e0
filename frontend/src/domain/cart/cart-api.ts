import { type AuthRequest, authFetch } from '@/shared/api/auth';
import type { Envelope } from '@/shared/api/types';
import type { Cart } from './cart-lines';
import { CART } from './cart-query';

/** Sends a change of the cart with `keepalive`, so that it arrives although the page is being left. */
async function change(path: string, request: AuthRequest): Promise<Cart> {
  const { data } = await authFetch<Envelope<Cart>>(path, { ...request, keepalive: true });
  return data;
}

const item = (proId: number) => `${CART}/items/${proId}`;

export const cartApi = {
  get: async () => (await authFetch<Envelope<Cart>>(CART)).data,
  /** `key` is an idempotency key: repeated requests add once. */
  add: (proId: number, quantity: number, key: string) =>
    change(`${CART}/items`, {
      method: 'POST',
      body: { pro_id: proId, quantity },
      headers: { 'idempotency-key': key },
    }),
  set: (proId: number, quantity: number, version: number | undefined) =>
    change(item(proId), { method: 'PUT', body: { quantity, version } }),
  remove: (proId: number) => change(item(proId), { method: 'DELETE' }),
  clear: () => change(CART, { method: 'DELETE' }),
};

export type CartApi = typeof cartApi;
