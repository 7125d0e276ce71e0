// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { LINE } from '@/testing/checkout';
import { renderIn } from '@/testing/render-in';
import { OrderLines } from './OrderLines';

it('line of a quote that is sold out says so in place of a total', async () => {
  await renderIn('en', <OrderLines lines={[{ ...LINE, available: 0, total: 0 }]} />);
  expect(screen.getByText('Out of stock')).toBeTruthy();
  expect(screen.queryByText('₭0.00')).toBeNull();
});

it('line of an order has its total', async () => {
  const { container } = await renderIn('en', <OrderLines lines={[LINE]} />);
  expect(container.textContent).toContain('₭1,000,000.00');
  expect(screen.queryByText('Out of stock')).toBeNull();
});
