// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render-page';
import ScrollToTop from './ScrollToTop';

function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  act(() => void fireEvent.scroll(window));
}
const isShown = () => !screen.getByLabelText('Back to top').className.includes('invisible');

it('button appears after more than 300 px and scrolls to the top', async () => {
  const move = vi.fn();
  vi.stubGlobal('scrollTo', move);
  await renderPage({ path: '/shop', page: ScrollToTop });
  await screen.findByLabelText('Back to top');
  const seen = [0, 300, 301, 300].map((y) => {
    scrollTo(y);
    return isShown();
  });
  expect(seen).toEqual([false, false, true, false]);
  scrollTo(2000);
  await userEvent.click(screen.getByLabelText('Back to top'));
  expect(move).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
});

it.each([
  ['/checkout', true],
  ['/account/login', true],
  ['/shop', false],
  ['/checkout/thanks/01K9', false],
])('end of %s has free space for the button, because it has no footer: %s', async (at, isFree) => {
  await renderPage({ path: '/$', page: ScrollToTop, at });
  await screen.findByLabelText('Back to top');
  expect(document.querySelector('[data-free-space]') !== null).toBe(isFree);
});
