// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import ScrollToTop from './ScrollToTop';

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
const { innerWidth } = window;
afterEach(() => void Object.assign(window, { innerWidth }));

function scrollTo(y: number) {
  Object.assign(window, { scrollY: y });
  act(() => void fireEvent.scroll(window));
}
const isShown = () => !screen.getByLabelText('Back to top').className.includes('invisible');

it('button appears after more than 300 px and scrolls to the top', async () => {
  const move = vi.fn();
  vi.stubGlobal('scrollTo', move);
  await renderIn('en', <ScrollToTop hasFooter />);
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
  ['without', false, 1],
  ['with', true, 0],
])('page %s a footer has its own free space for the button: %s', async (_, hasFooter, count) => {
  await renderIn('en', <ScrollToTop hasFooter={hasFooter} />);
  expect(document.querySelectorAll('[data-free-space]')).toHaveLength(count);
});

it.each([
  [390, 1, false],
  [390, 333, true],
  [320, -9, false],
  [320, 263, true],
  [1024, 1, true],
])(
  'button at %s px beside a rail whose plus button is at %s px is shown: %s',
  async (width, x, isSeen) => {
    Object.assign(window, { innerWidth: width });
    await renderIn(
      'en',
      <>
        <ul data-testid="rail">
          <li>
            <button type="button" className="add-button" aria-label="Add" />
          </li>
        </ul>
        <ScrollToTop hasFooter />
      </>,
    );
    screen.getByLabelText('Back to top').getBoundingClientRect = () => new DOMRect(18, 780, 48, 48);
    const add = screen.getByRole('button', { name: 'Add' });
    add.getBoundingClientRect = () => new DOMRect(x < 20 ? 200 : x, 790, 44, 44);
    scrollTo(2000);
    expect(isShown()).toBe(true);
    // The rail at its end; scroll events of an element do not bubble.
    add.getBoundingClientRect = () => new DOMRect(x, 790, 44, 44);
    act(() => void fireEvent.scroll(screen.getByTestId('rail'), { bubbles: false }));
    expect(isShown()).toBe(isSeen);
    // Products that load above the rail move it down.
    add.getBoundingClientRect = () => new DOMRect(x, 1190, 44, 44);
    act(resized);
    expect(isShown()).toBe(true);
  },
);
