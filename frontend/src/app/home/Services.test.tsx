// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { Services } from './Services';

const COMPANY = { free_delivery_from: 500_000, hotline: '020 0000 1234' };
const known = (pages: string[]) => ({
  '/api/v1/company': { success: true, data: COMPANY },
  '/api/v1/content': { success: true, data: pages },
});
const links = async () =>
  (await screen.findAllByRole('listitem')).map((item) =>
    item.querySelector('a')?.getAttribute('href'),
  );

it('promise of the trust row links to the page that explains it', async () => {
  fakeApi({});
  const leadsTo = ['/helpcenter', '/terms'];
  await renderPage({ path: '/', page: Services, leadsTo, known: known(['helpcenter', 'terms']) });
  expect(await links()).toEqual(['/helpcenter', '/terms', '/helpcenter', 'tel:02000001234']);
});

it('promise without a page is not a link', async () => {
  fakeApi({});
  await renderPage({ path: '/', page: Services, known: known([]) });
  expect(await links()).toEqual([undefined, undefined, undefined, 'tel:02000001234']);
});
