// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { companyQuery } from '@/shared/api/site-queries';
import type { Company, Product } from '@/shared/api/types';
import { renderIn } from '@/testing/render-in';
import { BuyBox } from './BuyBox';

const product: Product = {
  pro_id: 1,
  cat_id: 1,
  prog_id: 1,
  pro_name_la: 'ຊີມັງ',
  pro_name_en: 'Cement',
  pro_img_cover: '',
  images: [],
  price: 58_000,
  product_price1: 58_000,
  stock: 20,
  vatrate: 10,
  unit_name_la: 'ຖົງ',
  unit_name_en: 'bag',
  brand: '',
};

async function show(part: Partial<Product>, quantity = 1, hasCompany = true) {
  const client = createQueryClient();
  client.setQueryDefaults(companyQuery.queryKey, { queryFn: () => new Promise(() => {}) });
  if (hasCompany) {
    const data = { hotline: '020 0000 1234' } as Company;
    client.setQueryData(companyQuery.queryKey, { success: true, data });
  }
  await renderIn(
    'en',
    <QueryClientProvider client={client}>
      <BuyBox
        product={{ ...product, ...part }}
        code="HE-1"
        quantity={quantity}
        total={58_000 * quantity}
        onQuantity={() => {}}
      />
    </QueryClientProvider>,
  );
}

it.each([
  ['in stock', { stock: 20 }, 'Or order by phone with code HE-1', true],
  ['with few left', { stock: 3 }, 'Or order by phone with code HE-1', true],
  ['out of stock', { stock: 0 }, 'Call to ask', false],
  ['without a stock', { stock: null }, 'Call to ask', false],
  ['without a price', { price: null }, 'Call to ask', false],
] as const)('buy box of a product %s', async (_name, part, label, isForSale) => {
  await show(part);
  const call = screen.getByRole<HTMLAnchorElement>('link', { name: `${label} 020 0000 1234` });
  expect(call.getAttribute('href')).toBe('tel:02000001234');
  for (const way of ['Add to cart', 'Buy now']) {
    expect(screen.queryByRole('button', { name: way }) !== null).toBe(isForSale);
  }
  expect(screen.queryByRole('textbox', { name: 'Quantity' }) !== null).toBe(isForSale);
});

it('total is shown from a quantity of two', async () => {
  await show({}, 3);
  expect(document.body.textContent).toContain('Total ₭174,000.00');
});

it('call button is absent until the hotline is known', async () => {
  await show({}, 1, false);
  expect(screen.queryByRole('link')).toBeNull();
  expect(screen.getByRole('button', { name: 'Add to cart' })).toBeTruthy();
});

it('sticky bar of phones has the stepper and both buy buttons', async () => {
  await show({});
  const bar = document.querySelector<HTMLElement>('.buy-bar');
  const parts = within(bar as HTMLElement);
  expect(
    parts
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  ).toEqual(['Fewer: Cement', 'More: Cement', 'Add to cart', 'Buy now']);
  expect(parts.getByRole('textbox', { name: 'Quantity' })).toBeTruthy();
});

it.each([
  ['999', 'status', '20 bags left'],
  ['1x2', 'alert', '“1x2” is not a whole number'],
])(
  'note of quantity %s is out of the flow of the bar and describes the field',
  async (text, role, note) => {
    await show({});
    const box = screen.getByRole('textbox', { name: 'Quantity' });
    fireEvent.change(box, { target: { value: text } });
    const shown = screen.getByRole(role);
    expect(shown.textContent).toBe(note);
    expect(shown.classList.contains('buy-note')).toBe(true);
    expect(box.getAttribute('aria-describedby')).toBe(shown.id);
  },
);
