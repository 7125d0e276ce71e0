// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setChatMode } from '@/domain/chat/chat-window';
import { renderPage } from '@/testing/render-page';
import { ChatLauncher } from './ChatLauncher';

afterEach(() => setChatMode('closed'));

let resized = () => {};
vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(onResize: () => void) {
      resized = onResize;
    }
    observe() {}
    disconnect() {}
  },
);

const open = (at: string) =>
  renderPage({ path: '/$', page: () => <ChatLauncher onHint={() => {}} />, at });
const launcher = () => screen.findByRole('button', { name: 'Chat with the shop' });

it.each([
  ['/cart', true],
  ['/checkout', true],
  ['/checkout/pay/01K9', true],
  ['/checkout/thanks/01K9', true],
  ['/shop', false],
  ['/shop/101002', false],
  ['/account/orders', false],
])('launcher on %s is hidden on phones: %s', async (path, isHidden) => {
  await open(path);
  expect((await launcher()).classList.contains('max-lg:hidden')).toBe(isHidden);
});

it('launcher on a phone is hidden on scrolling down and shown on scrolling up', async () => {
  Object.assign(window, { innerWidth: 390, scrollY: 0 });
  await open('/shop');
  const button = await launcher();
  const scrollTo = (y: number) => {
    Object.assign(window, { scrollY: y });
    act(() => void fireEvent.scroll(window));
    return button.hasAttribute('data-away');
  };
  expect([400, 800, 795, 700].map(scrollTo)).toEqual([true, true, true, false]);
});

it('launcher on a phone is hidden while it would cover a plus button', async () => {
  Object.assign(window, { innerWidth: 320, scrollY: 0 });
  const page = () => (
    <>
      <button type="button" className="add-button" aria-label="Add" />
      <ChatLauncher onHint={() => {}} />
    </>
  );
  await renderPage({ path: '/$', page, at: '/shop' });
  const button = await launcher();
  const add = screen.getByRole('button', { name: 'Add' });
  button.getBoundingClientRect = () => new DOMRect(252, 572, 52, 52);
  const isAwayOver = (x: number, y: number) => {
    add.getBoundingClientRect = () => new DOMRect(x, y, 44, 44);
    act(resized);
    return button.hasAttribute('data-away');
  };
  expect(isAwayOver(263, 591)).toBe(true);
  expect(isAwayOver(110, 591)).toBe(false);
  expect(isAwayOver(263, 400)).toBe(false);
});

it('launcher is absent while the chat is open', async () => {
  setChatMode('open');
  await open('/shop');
  expect(screen.queryByRole('button')).toBeNull();
});
