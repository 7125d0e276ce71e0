// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setChatMode } from '@/domain/chat/chat-window';
import { renderPage } from '@/testing/render-page';
import { ChatLauncher } from './ChatLauncher';

afterEach(() => setChatMode('closed'));

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

it('launcher is absent while the chat is open', async () => {
  setChatMode('open');
  await open('/shop');
  expect(screen.queryByRole('button')).toBeNull();
});
