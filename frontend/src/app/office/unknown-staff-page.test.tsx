// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { languageOf } from '@/shared/i18n/languages';
import { loadMessages } from '@/shared/i18n/load-messages';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { staffMe } from '@/testing/staff-people';
import { createShopRouter } from '../router';
import { ShopApp } from '../ShopApp';
import { officeRoute } from './office-routes';

vi.mock('../RootPage', async () => ({ RootPage: (await import('@tanstack/react-router')).Outlet }));

const USER = { fname: 'Chantha', lname: 'P', email: '', phone: '' };

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => {};
  globalThis.matchMedia = (media) =>
    ({ media, matches: true, addEventListener() {}, removeEventListener() {} }) as never;
  window.history.replaceState(null, '', '/en');
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'cus_id=; max-age=0';
});

/** Opens an address of the back office as a browser does. */
async function open(path: string, answers: Parameters<typeof fakeApi>[0] = {}) {
  fakeApi(answers);
  const language = languageOf('en');
  if (!language) throw new Error('no English');
  const history = createMemoryHistory({ initialEntries: [`/en${path}`] });
  const queryClient = createQueryClient();
  const router = createShopRouter(
    language,
    { queryClient, notFoundHrefs: [] },
    { environment: { history, origin: 'http://shop.invalid' }, office: officeRoute },
  );
  const t = await loadMessages(language);
  await router.load();
  render(<ShopApp queryClient={queryClient} language={language} t={t} router={router} />);
}

const UNKNOWN = ['/staff/nowhere', '/staff/nowhere/at/all', '/staff/people/1/2'];

it.each(UNKNOWN)('visitor is asked for the login at the unknown address %s', async (path) => {
  await open(path);
  await screen.findByRole('heading', { name: 'Please log in as staff' });
  expect(screen.queryByText('Page not found')).toBeNull();
});

// An editor uses neither the inbox nor the list of people.
it.each(UNKNOWN.slice(0, 2))(
  'member of staff sees at the unknown address %s that the back office does not have it',
  async (path) => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
    document.cookie = 'cus_id=1';
    await open(path, {
      'GET /api/v1/verify-token': () => Response.json({ success: true, payload: USER }),
      'GET /api/staff/me': () => jsonResponse(staffMe('editor')),
    });
    await screen.findByRole('heading', { name: 'Page not found' });
    screen.getAllByRole('navigation', { name: 'Back office menu' });
    expect(screen.queryByText('Your role does not allow this')).toBeNull();
  },
);
