// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '@/testing/fake-shop';
import { renderIn } from '@/testing/render-in';
import { FilterChips } from './FilterChips';
import type { ProductListParams } from './product-list-params';
import { ShopEmpty } from './ShopEmpty';
import { useListNames } from './use-list-names';

type ListProps = { search: ProductListParams; isEmpty: boolean };

function List({ search, isEmpty }: ListProps) {
  const names = useListNames(search);
  return isEmpty ? (
    <ShopEmpty search={search} total={0} names={names} onChange={() => {}} />
  ) : (
    <FilterChips search={search} names={names} onChange={() => {}} />
  );
}

it.each([
  [{ min_price: 100_000 }, '100,000.00 kip and up'],
  [{ max_price: 250_000 }, 'Up to 250,000.00 kip'],
  [{ min_price: 100_000, max_price: 250_000 }, '100,000.00–250,000.00 kip'],
  [{ min_price: 100_000, max_price: 100_000 }, '100,000.00–100,000.00 kip'],
])('price filter %j has small decimals on its chip and in an empty list', async (price, text) => {
  fakeApi({});
  for (const isEmpty of [false, true]) {
    const list = (
      <QueryClientProvider client={new QueryClient()}>
        <List search={{ ...price, in_stock: true } as ProductListParams} isEmpty={isEmpty} />
      </QueryClientProvider>
    );
    const { container } = await renderIn('en', list);
    const button = [...container.querySelectorAll('button')].find((one) =>
      one.textContent?.includes(text),
    );
    const small = [...(button?.querySelectorAll('small') ?? [])];
    expect(small.map(({ textContent }) => textContent)).toEqual(
      Object.keys(price).map(() => '.00'),
    );
    // A button sets its children apart, which would tear the amount from its decimals.
    expect(small.every(({ parentElement }) => parentElement !== button)).toBe(true);
    cleanup();
  }
});

it('amount on the chip of a Lao page stays with its unit', async () => {
  fakeApi({});
  const search = { min_price: 100_000 } as ProductListParams;
  const { container } = await renderIn(
    'la',
    <QueryClientProvider client={new QueryClient()}>
      <List search={search} isEmpty={false} />
    </QueryClientProvider>,
  );
  const [chip] = container.querySelectorAll('button');
  expect(chip?.textContent).toBe('100,000.00\u00a0ກີບ ຂຶ້ນໄປ');
  expect(chip?.getAttribute('aria-label')).toContain('100,000.00 ກີບ');
});
