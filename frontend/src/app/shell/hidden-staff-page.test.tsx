// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OfficeLayout } from '@/features/office/shell/OfficeLayout';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { Shell } from './Shell';

const USER = { fname: 'Noy', lname: 'P', email: '', phone: '' };

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'cus_id=1';
  HTMLDialogElement.prototype.showModal = () => {};
  vi.stubGlobal('isSecureContext', false);
  globalThis.matchMedia = (media) =>
    ({ media, matches: true, addEventListener() {}, removeEventListener() {} }) as never;
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'cus_id=; max-age=0';
});

/** Opens an address of the back office in the shop's shell as a customer; `checks` counts the checks of the role. */
async function open(path: string) {
  const requests = fakeApi({
    'GET /api/v1/verify-token': () => Response.json({ success: true, payload: USER }),
    'GET /api/staff/me': () => problemResponse(404),
  });
  await renderPage({
    path,
    page: () => (
      <Shell>
        <OfficeLayout />
      </Shell>
    ),
  });
  return { checks: () => requests.filter((one) => one.path === '/api/staff/me').length };
}

it('address of the back office has the header of the shop for a customer, as any unknown one', async () => {
  const { checks } = await open('/staff/orders');
  await screen.findByRole('banner');
  await screen.findByRole('heading', { name: 'Page not found' });
  // The header remounts the page, which does not check the role again.
  expect(checks()).toBe(1);
});

it('entrance of the back office has no header of the shop for a customer', async () => {
  await open('/staff');
  await screen.findByRole('heading', { name: 'For the shop’s staff only' });
  expect(screen.queryByRole('banner')).toBeNull();
});
