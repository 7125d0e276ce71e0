// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { SavedAddress } from '@/domain/addresses/address-queries';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { lastAddressQuery, savedAddressOf } from './last-address';

const HOME = { province: 'ນະຄອນຫຼວງວຽງຈັນ', district: 'ໄຊທານີ', village: 'ດົງໂດກ' };
const sent = (place: object) => ({ method: 'delivery', ...place });

/** Answers with the orders whose deliveries are given, the newest first. */
async function lastAddress(...deliveries: object[]) {
  const ids = deliveries.map((_, index) => String.fromCharCode(97 + index));
  const requests = fakeApi({
    'GET /api/auth/orders': () => jsonResponse(ids.map((order_id) => ({ order_id }))),
    ...Object.fromEntries(
      deliveries.map((delivery, index) => [
        `GET /api/auth/orders/${ids[index]}`,
        () => jsonResponse({ order_id: ids[index], delivery }),
      ]),
    ),
  });
  const client = new QueryClient();
  return { address: await client.fetchQuery(lastAddressQuery(client)), requests };
}

it.each([
  ['to be delivered', [sent(HOME)], HOME],
  ['older, behind one that was picked up', [{ method: 'pickup', branch_id: 3 }, sent(HOME)], HOME],
  [
    'the newest of two',
    [sent({ ...HOME, village: 'ລາດກວາຍ' }), sent(HOME)],
    { village: 'ລາດກວາຍ' },
  ],
  ['to a district that was renamed', [sent({ ...HOME, district: 'x' })], null],
  ['without a village', [sent({ ...HOME, village: '' })], null],
  ['behind nine that were picked up', [...Array(9).fill({ method: 'pickup' }), sent(HOME)], HOME],
  ['in no list', [], null],
] as const)('last address of an order %s', async (_, deliveries, expected) => {
  const { address } = await lastAddress(...deliveries);
  if (expected) expect(address).toMatchObject(expected);
  else expect(address).toBeNull();
});

it('search reads up to ten orders and stops at the first with an address', async () => {
  const { requests } = await lastAddress({ method: 'pickup' }, sent(HOME), sent(HOME));
  expect(requests.map(({ url }) => url)).toEqual([
    '/api/auth/orders?limit=10',
    '/api/auth/orders/a',
    '/api/auth/orders/b',
  ]);
});

it('failed order list is an error and leaves the form empty', async () => {
  fakeApi({ 'GET /api/auth/orders': () => problemResponse(400) });
  const client = new QueryClient();
  await expect(client.fetchQuery(lastAddressQuery(client))).rejects.toThrow();
});

it.each([
  ['of the same place', {}, 'first'],
  ['with the same landmark among those of the place', { landmark: 'Red gate' }, 'second'],
  ['of the place with spaces at its end', { village: `${HOME.village} ` }, 'first'],
  ['of no other village', { village: 'ລາດກວາຍ' }, undefined],
  ['of no other district', { district: 'ຈັນທະບູລີ' }, undefined],
])('saved address of a delivery is the one %s', (_, change, id) => {
  const book = ['', 'Red gate'].map((landmark, index) => ({
    ...HOME,
    landmark,
    address_id: index === 0 ? 'first' : 'second',
  })) as SavedAddress[];
  const delivered = { ...HOME, landmark: '', ...change };
  expect(savedAddressOf(delivered, book)?.address_id).toBe(id);
});

it('address of the last order is not cached for the next checkout', () => {
  expect(lastAddressQuery(new QueryClient()).gcTime).toBe(0);
});
