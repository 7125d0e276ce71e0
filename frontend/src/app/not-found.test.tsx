// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { languageOf } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import { fakeApi } from '@/testing/fake-shop';
import { until } from '@/testing/until';
import { notFoundHrefs } from './not-found-hrefs';
import { createShopRouter } from './router';
import { ShopApp } from './ShopApp';

vi.mock('./RootPage', async () => ({ RootPage: (await import('@tanstack/react-router')).Outlet }));

const en = languageOf('en');
if (!en) throw new Error('no English');

/** Opens the shop at an address, as a browser does; `isNotFound` if the edge responded with 404. */
async function open(address: string, isNotFound: boolean) {
  const requests = fakeApi({});
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createShopRouter(
    en as NonNullable<typeof en>,
    { queryClient: createQueryClient(), notFoundHrefs: [] },
    { environment: { history, origin: 'http://shop.invalid' } },
  );
  if (isNotFound) {
    const context = { ...router.options.context, notFoundHrefs: notFoundHrefs(router) };
    router.update({ ...router.options, context });
  }
  await loadMessagePart('pages', en as NonNullable<typeof en>);
  const t = await loadMessages(en as NonNullable<typeof en>);
  await router.load();
  render(
    <ShopApp
      queryClient={router.options.context.queryClient}
      language={en as NonNullable<typeof en>}
      t={t}
      router={router}
    />,
  );
  return { router, requests };
}

const title = () => screen.queryByRole('heading', { level: 1 })?.textContent;

it.each(['sort=x', 'sort=newest&page=0', 'utm_source=a&b', ''])(
  'unknown collection with the query "%s" stays the 404 page when its address is cleaned',
  async (query) => {
    const { router, requests } = await open(`/en/by-heuan?${query}`, true);
    await until(() => expect(title()).toBe('Page not found'));
    await until(() => expect(router.state.location.href).toBe(router.latestLocation.href));
    await until(() => expect(router.state.status).toBe('idle'));
    expect(title()).toBe('Page not found');
    expect(requests.filter(({ path }) => path.startsWith('/api/v1/collection'))).toEqual([]);
  },
);

it('unknown collection that a link leads to is the 404 page', async () => {
  await open('/en/by-heuan', false);
  await until(() => expect(title()).toBe('Page not found'));
});
