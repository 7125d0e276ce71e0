// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Cart, EMPTY_CART } from '@/domain/cart/cart-lines';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { ServiceBox } from './ServiceBox';

const COMPANY = {
  hours: '08:00-18:00',
  free_delivery_from: 500_000,
  delivery_times: [
    { area: { la: 'ນະຄອນຫຼວງວຽງຈັນ', en: 'Vientiane Capital' }, min_days: 1, max_days: 1 },
    { area: { la: 'ແຂວງອື່ນ', en: 'Other provinces' }, min_days: 2, max_days: 5 },
  ],
  return_days: 7,
};
type Box = {
  company?: Partial<typeof COMPANY> | { return_days: null } | { free_delivery_from: null };
  attributes?: Record<string, unknown>;
  total?: number | null;
  /** Cart of a customer; none is a visitor. */
  cart?: Cart;
  /** Content pages of the shop. */
  pages?: string[];
};

/** Title and text of each service, as they are read. */
async function services({ company = {}, attributes = {}, total = 58_000, pages, cart }: Box) {
  fakeApi({
    'GET /api/v1/company': () => jsonResponse({ ...COMPANY, ...company }),
    ...(pages && { 'GET /api/v1/content': () => jsonResponse(pages) }),
  });
  await renderPage({
    path: '/',
    page: () => <ServiceBox total={total} attributes={attributes as never} />,
    known: cart && { '/api/v1/verify-token': { fname: 'Noy' }, '/api/auth/cart': cart },
  });
  const list = await screen.findByRole('list');
  const rows = within(list).getAllByRole('listitem');
  return rows.map((row) =>
    [...row.querySelectorAll('p')].map(({ textContent }) =>
      textContent?.replace(/\u2060/g, '').replace(/\u00a0/g, ' '),
    ),
  );
}

it('service box has free delivery, times by area, pick-up, days of return, warranty and advice', async () => {
  const shown = await services({ attributes: { warranty_months: 24 } });
  expect(shown).toMatchInlineSnapshot(`
    [
      [
        "Free delivery over 500,000 kip",
        "Add ₭442,000 for free delivery",
      ],
      [
        "Delivery time",
        "Vientiane Capital: 1 dayOther provinces: 2–5 days",
      ],
      [
        "Pick up at a branch",
        "No delivery fee. We let you know when it is ready. Find a store",
      ],
      [
        "Exchange or return within 7 days",
        "Unused, with the receipt See more",
      ],
      [
        "Warranty",
        "24 months",
      ],
      [
        "Ask our staff about this product",
        "Open every day 8:00–18:00",
      ],
    ]
  `);
  const hrefs = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(hrefs).toEqual(['/#stores', '/helpcenter']);
});

it.each([
  [
    ['helpcenter', 'terms'],
    ['/#stores', '/helpcenter'],
  ],
  [['terms'], ['/#stores']],
])('service box of a shop with the pages %s links to them alone', async (pages, links) => {
  await services({ pages });
  const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  await waitFor(() => expect(hrefs()).toEqual(links));
  expect(screen.getByText(/^Exchange or return/)).toBeTruthy();
});

it.each([
  ['an attribute less', { attributes: {} }, 'Warranty'],
  ['a warranty of 0 months', { attributes: { warranty_months: 0 } }, 'Warranty'],
  ['a warranty that is a text', { attributes: { warranty_months: 'two years' } }, 'Warranty'],
  ['no delivery times', { company: { delivery_times: [] } }, 'Delivery time'],
  ['no days of return', { company: { return_days: null } }, 'Exchange or return within 7 days'],
  ['no limit of free delivery', { company: { free_delivery_from: null } }, /Free delivery/],
])('service box with %s leaves out its line', async (_, box: Box, title) => {
  const all = (await services({ attributes: { warranty_months: 24 } })).length;
  document.body.replaceChildren();
  const shown = await services({ attributes: { warranty_months: 24 }, ...box });
  expect(shown).toHaveLength(all - 1);
  expect(screen.queryByText(title)).toBeNull();
});

it('delivery and return times use singular and plural', async () => {
  const shown = (await services({ company: { return_days: 1 } })).flat().join('\n');
  expect(shown).toContain('Vientiane Capital: 1 day');
  expect(shown).not.toContain('1 days');
  expect(shown).toContain('Other provinces: 2–5 days');
  expect(shown).toContain('Exchange or return within 1 day');
});

it.each([
  [58_000, /442,000/],
  [500_000, /Free delivery for this quantity/],
])('selection of %s kip says what is missing for free delivery', async (total, text) => {
  const [[, note] = []] = await services({ total });
  expect(note).toMatch(text);
});

it.each([
  [58_000, 142_000, /^Add ₭300,000 for free delivery$/],
  [58_000, 442_000, /^Free delivery together with your cart$/],
  [58_000, 900_000, /^Free delivery together with your cart$/],
  [500_000, 900_000, /^Free delivery for this quantity$/],
])(
  'selection of %s kip is added to a cart of %s kip for free delivery',
  async (total, sum, text) => {
    const [[, note] = []] = await services({ total, cart: { ...EMPTY_CART, total: sum } });
    expect(note).toMatch(text);
  },
);

it('product that cannot be bought shows only the free-delivery limit', async () => {
  const [first] = await services({ total: null });
  expect(first).toHaveLength(1);
});

it('service box without company data is absent', async () => {
  const requests = fakeApi({});
  await renderPage({ path: '/', page: () => <ServiceBox total={1} attributes={{}} /> });
  await waitFor(() => expect(requests.some(({ path }) => path === '/api/v1/company')).toBe(true));
  expect(screen.queryByRole('list')).toBeNull();
});
