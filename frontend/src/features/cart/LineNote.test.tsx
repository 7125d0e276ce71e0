// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { CartLine } from '@/domain/cart/cart-lines';
import { renderIn } from '@/testing/render-in';
import { LineNote } from './LineNote';

it('former price of a cart line has small decimals, as the price beside it', async () => {
  const line = { state: 'ok', stock: 9, price: 40_000, price_was: 32_000 } as unknown as CartLine;
  const { container } = await renderIn('en', <LineNote line={line} unit="bag" onSet={() => {}} />);
  expect(container.textContent).toContain('₭32,000.00');
  expect(container.querySelector('small')?.textContent).toBe('.00');
});
