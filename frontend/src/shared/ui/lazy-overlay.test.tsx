// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { lazyOverlay } from './lazy-overlay';

const Menu = ({ name }: { name: string }) => <p>{name}</p>;
const failing = () =>
  vi
    .fn(async () => Menu)
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));

beforeEach(() => {
  // React logs errors that a boundary has caught.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

it('overlay shows its component once loaded', async () => {
  const Part = lazyOverlay(async () => Menu);
  await renderIn('en', <Part name="menu" />);
  expect(await screen.findByText('menu')).toBeDefined();
});

it('overlay that fails to load shows an error with a retry', async () => {
  const load = failing();
  const Part = lazyOverlay(load);
  await renderIn(
    'en',
    <>
      <p>page</p>
      <Part name="menu" />
    </>,
  );
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  expect(screen.getByText('page')).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('menu')).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

it('overlay that failed offline loads again when the connection is back', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const Part = lazyOverlay(failing());
  await renderIn('en', <Part name="menu" />);
  expect((await screen.findByRole('alert')).textContent).toContain('No connection');
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByText('menu')).toBeDefined();
});

it('failed preload is silent, and the overlay loads when it is shown', async () => {
  const load = failing();
  const Part = lazyOverlay(load);
  Part.hint();
  await renderIn('en', <Part name="menu" />);
  expect(await screen.findByText('menu')).toBeDefined();
});
