import { expect, it } from 'vitest';
import { until } from '@/testing/until';
import { render } from './render-to-html';

const QUERIES = {
  '/api/v1/pomotion/type': [],
  '/api/v1/promotion': [],
  '/api/v1/category?active=true': [],
  '/api/v1/menu': [],
  '/api/v1/content': [],
  '/api/v1/banner': { messages: [], hero: null, banners: [] },
  '/api/v1/company': {
    name: 'Heuan',
    legal_name: { la: '', en: '' },
    address: { la: '', en: '' },
    hotline: '',
    customer_service: '',
    tax_number: '',
    email: '',
    hours: '08:00-18:00',
    social: [],
    apps: [],
    free_delivery_from: null,
    points_per_kip: 200_000,
    delivery_times: [],
    return_days: null,
  },
};
const queries = Object.fromEntries(
  Object.entries(QUERIES).map(([address, data]) => [address, { success: true, data }]),
);

/** Renders a page twice, because parts that load lazily are missing in the first rendering here. */
async function rendered(address: string): Promise<string> {
  let html = '';
  await until(async () => {
    const request = { address, queries, shopName: 'Heuan', now: 1_795_000_000_000 };
    ({ html } = await render(JSON.stringify(request)));
  });
  return html;
}

it('route that the engine has rendered in one language has its texts in every other one', async () => {
  for (const code of ['la', 'en', 'th', 'cn', 'vn']) {
    const html = await rendered(`/${code}/promotions`);
    expect(html).toContain('<h1');
    expect(html).not.toMatch(/>promotion\.\w+/);
  }
});
