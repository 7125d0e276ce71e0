// @vitest-environment jsdom
import { expect, it } from 'vitest';
import type { Product } from '@/shared/api/types';
import { renderIn } from '@/testing/render-in';
import { PriceBlock } from './PriceBlock';

/** Texts of the rows of the block. */
async function rows(part: Partial<Product>) {
  const product = { price: 4_650_000, product_price1: null, vatrate: 10, ...part } as Product;
  const { container } = await renderIn('en', <PriceBlock product={product} unit="piece" />);
  return [...(container.firstElementChild?.children ?? [])].map(({ textContent }) =>
    textContent?.replace(/\u2060/g, '').replace(/\u00a0/g, ' '),
  );
}

it.each<[string, Partial<Product>, ...string[][]]>([
  ['with its full price', {}, ['₭4,650,000.00', '/ piece'], ['10% VAT included']],
  [
    'with a reduced price',
    { product_price1: 6_643_000 },
    ['₭4,650,000.00', '/ piece', '₭6,643,000.00', '−30%'],
    ['10% VAT included', 'Save ₭1,993,000.00'],
  ],
  ['without VAT', { vatrate: 0 }, ['₭4,650,000.00'], ['No VAT']],
])(
  'price of a product %s is one row, and VAT and savings another',
  async (_, part, price, note) => {
    const shown = await rows(part);
    expect(shown).toHaveLength(2);
    [price, note].forEach((row, index) => {
      for (const text of row) expect(shown[index]).toContain(text);
    });
    // Nothing in the row of the price has a line of its own.
    expect(document.querySelector('.basis-full')).toBeNull();
  },
);

it('product without a price has no VAT row', async () => {
  expect(await rows({ price: null })).toHaveLength(1);
});
