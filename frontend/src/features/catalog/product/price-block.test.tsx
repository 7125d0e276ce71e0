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

it('price reduced by less than one percent has the old one and no percentage', async () => {
  const [row] = await rows({ price: 2_990_000, product_price1: 3_000_000 });
  expect(row).toContain('₭3,000,000.00');
  expect(row).not.toContain('%');
});

it.each([
  ['without a reduction', null, '1.75rem'],
  ['reduced from 83,000', 83_000, 'min(1.75rem,7vw)'],
  ['reduced from 845,000', 845_000, 'min(1.75rem,5.5vw)'],
  ['reduced from 6,643,000', 6_643_000, 'min(1.75rem,5.3vw)'],
  ['reduced from 12,500,000', 12_500_000, 'min(1.75rem,4.8vw)'],
])('price %s has a size that fits a phone', async (_, product_price1, size) => {
  await rows({ price: 58_000, product_price1 });
  expect(document.querySelector('b')?.className).toContain(`text-[${size}]`);
});

it('product without a price has no VAT row', async () => {
  const product = { price: null, product_price1: null, vatrate: 10 } as Product;
  const { container } = await renderIn('en', <PriceBlock product={product} unit="piece" />);
  expect(container.textContent).toBe('Ask for the price');
});
