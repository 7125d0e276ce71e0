// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { showTranslatingOverlay } from './translating-overlay';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

const overlay = () => document.querySelector('.translating');

it('overlay covers the page at once, and translation starts half a second later', () => {
  const translate = vi.fn();
  showTranslatingOverlay('Changing the language…', translate);
  expect(overlay()?.textContent).toBe('Changing the language…');
  expect(overlay()?.getAttribute('role')).toBe('status');
  vi.advanceTimersByTime(499);
  expect(translate).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(translate).toHaveBeenCalledOnce();
  expect(overlay()).not.toBeNull();
});

it('overlay of a page that stays is removed after eight seconds', () => {
  showTranslatingOverlay('…', () => {});
  vi.advanceTimersByTime(7999);
  expect(overlay()).not.toBeNull();
  vi.advanceTimersByTime(1);
  expect(overlay()).toBeNull();
});

it('overlay of a page restored by the browser is removed', () => {
  showTranslatingOverlay('…', () => {});
  window.dispatchEvent(new Event('pageshow'));
  expect(overlay()).toBeNull();
});
