// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { until } from '@/testing/until';
import { loadUnroutedMessages } from './unrouted-languages';

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(document, 'fonts');
});

function fontsLoad(load: (font: string, text: string) => Promise<unknown[]>) {
  const spy = vi.fn(load);
  Object.defineProperty(document, 'fonts', { value: { load: spy }, configurable: true });
  return spy;
}

it.each([
  ['ar', 'Noto Sans Arabic Variable'],
  ['km', 'Noto Sans Khmer Variable'],
  ['pl', 'Hanken Grotesk Variable'],
])('messages in %s arrive after the font %s has loaded', async (tag, family) => {
  let finish = (_: unknown[]) => {};
  const load = fontsLoad(() => new Promise((resolve) => (finish = resolve)));
  const arrived = vi.fn();
  const loading = loadUnroutedMessages(tag).then(arrived);
  await until(() => expect(load).toHaveBeenCalledWith(`1em "${family}"`, expect.any(String)));
  expect(arrived).not.toHaveBeenCalled();
  finish([]);
  await loading;
  expect(arrived).toHaveBeenCalled();
});

it('messages in ar arrive when the font fails', async () => {
  fontsLoad(() => Promise.reject(new Error('offline')));
  await expect(loadUnroutedMessages('ar')).resolves.toHaveProperty('default');
});

it('messages in ar arrive 3 s after a font that never loads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  fontsLoad(() => new Promise(() => {}));
  const loading = loadUnroutedMessages('ar');
  await vi.advanceTimersByTimeAsync(3000);
  await expect(loading).resolves.toHaveProperty('default');
});

it('messages in fr wait for no font', async () => {
  const load = fontsLoad(() => new Promise(() => {}));
  await loadUnroutedMessages('fr');
  expect(load).not.toHaveBeenCalled();
});
