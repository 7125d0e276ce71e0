// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { GroupChips } from './GroupChips';
import type { ProductListParams } from './product-list-params';

const group = (prog_id: number, name: string) => ({
  prog_id,
  cat_id: 2,
  prog_name_la: name,
  prog_name_en: name,
});
const GROUPS = [group(21, 'Drills'), group(22, 'Hammers')];

async function open(search: ProductListParams, groups = GROUPS) {
  const requests = fakeApi({ 'GET /api/v1/group': () => jsonResponse(groups) });
  await renderPage({ path: '/shop', page: () => <GroupChips search={search} /> });
  return requests;
}

it('chips of a category link to the category and its groups, and mark the current one', async () => {
  await open({ category: 2, group: 22, page: 3, in_stock: true });
  const chips = within(await screen.findByRole('navigation', { name: 'Subcategory' }));
  const links = await chips.findAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['See all', 'Drills', 'Hammers']);
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/shop?category=2&in_stock=true',
    '/shop?category=2&group=21&in_stock=true',
    '/shop?category=2&group=22&in_stock=true',
  ]);
  expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'true']);
});

it.each([
  ['a category with one group', { category: 2 }, GROUPS.slice(1)],
  ['a list of all categories', {}, GROUPS],
])('list of %s has no chips', async (_, search, groups) => {
  await open(search, groups);
  expect(screen.queryByRole('navigation')).toBeNull();
});
