// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Order } from '@/domain/orders/order-types';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { CancelOrder } from './CancelOrder';

const ORDER = { order_id: '01K9', payment: { status: 'pending' } } as unknown as Order;
const button = (name: string) => screen.findByRole('button', { name });

async function ask() {
  await renderPage({ path: '/', page: () => <CancelOrder order={ORDER} /> });
  await userEvent.click(await button('Cancel the order'));
}

it('question of a cancellation focuses the answer that changes nothing, and returns the focus', async () => {
  fakeApi({});
  await ask();
  const keep = await button('Keep the order');
  expect(document.activeElement).toBe(keep);
  await userEvent.click(keep);
  expect(document.activeElement).toBe(await button('Cancel the order'));
});

it('cancellation that is refused returns the focus to its button', async () => {
  fakeApi({ 'POST /api/auth/orders/01K9/cancel': () => problemResponse(409) });
  await ask();
  await userEvent.click(await button('Yes, cancel'));
  expect(document.activeElement).toBe(await button('Cancel the order'));
});
