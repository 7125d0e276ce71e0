// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { SettingsTab } from './SettingsTab';

vi.mock('./translating-overlay', () => ({ showTranslatingOverlay: vi.fn() }));

afterEach(() => {
  vi.useRealTimers();
});

it('settings tab has the languages with the current one marked, the color scheme, profile and orders', async () => {
  const onFollow = vi.fn();
  await renderPage({ path: '/', page: () => <SettingsTab onFollow={onFollow} /> });
  const present = await screen.findByRole('button', { current: true });
  expect(present.textContent).toContain('English');
  const dark = screen.getByRole('switch', { name: 'Dark mode' });
  expect(dark.getAttribute('aria-checked')).toBe('false');
  await userEvent.click(dark);
  expect(dark.getAttribute('aria-checked')).toBe('true');
  expect(document.documentElement.dataset.theme).toBe('dark');
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
  expect(links).toEqual(['/account/profile', '/account/orders']);
});

it.each([/English/, /Deutsch/])('settings tab closes 300 ms after a press on %s', async (name) => {
  const onFollow = vi.fn();
  await renderPage({ path: '/', page: () => <SettingsTab onFollow={onFollow} /> });
  const language = await screen.findByRole('button', { name });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(language);
  act(() => vi.advanceTimersByTime(299));
  expect(onFollow).not.toHaveBeenCalled();
  act(() => vi.advanceTimersByTime(1));
  expect(onFollow).toHaveBeenCalledOnce();
});
