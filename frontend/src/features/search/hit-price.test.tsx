// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FoundProduct } from '@/shared/api/types';
import { renderPage } from '@/testing/render-page';
import { TabResult } from './panel/TabResult';
import { ResultOption } from './ResultOption';

const CEMENT = {
  pro_id: 101002,
  pro_name_la: 'ຊີມັງ',
  pro_name_en: 'Cement',
  pro_img_cover: '',
  price: 58_000,
  stock: 3,
  unit_name_la: 'ຖົງ',
  unit_name_en: 'bag',
  matches: { la: [], en: [] },
} as unknown as FoundProduct;
const follow = () => {};

const PLACES = {
  'header list': (product: FoundProduct) => (
    <ResultOption listId="list" active={undefined} product={product} onFollow={follow} />
  ),
  'phone panel': (product: FoundProduct) => <TabResult product={product} onFollow={follow} />,
};
type Place = keyof typeof PLACES;

async function textOf(place: Place, change: Partial<FoundProduct>) {
  await renderPage({
    path: '/',
    page: () => PLACES[place]({ ...CEMENT, ...change }),
    leadsTo: ['/shop/$proId'],
  });
  return (await screen.findByText('#101002')).closest('a')?.textContent ?? '';
}

const CASES: [Place, string, Partial<FoundProduct>, string[]][] = (
  Object.keys(PLACES) as Place[]
).flatMap((place): [Place, string, Partial<FoundProduct>, string[]][] => [
  [place, 'few units', {}, ['₭58,000.00', ' left']],
  [place, 'many units', { stock: 900 }, ['₭58,000.00', 'In stock']],
  [place, 'no units', { stock: 0 }, ['₭58,000.00', 'Out of stock']],
  [place, 'no price', { price: null }, ['Ask for the price']],
]);

it.each(CASES)('hit in the %s with %s shows price and stock', async (place, _, change, texts) => {
  const shown = await textOf(place, change);
  for (const text of texts) expect(shown).toContain(text);
});
