// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import ScrollToTop from './ScrollToTop';

function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  act(() => void fireEvent.scroll(window));
}
const isShown = () => !screen.getByLabelText('Back to top').className.includes('invisible');

it('button appears after more than 300 px and scrolls to the top', async () => {
  const move = vi.fn();
  vi.stubGlobal('scrollTo', move);
  await renderIn('en', <ScrollToTop />);
  const seen = [0, 300, 301, 300].map((y) => {
    scrollTo(y);
    return isShown();
  });
  expect(seen).toEqual([false, false, true, false]);
  scrollTo(2000);
  await userEvent.click(screen.getByLabelText('Back to top'));
  expect(move).toHaveBeenCalledWith({ top: 0, behavior: 'smooth' });
});
