import { afterAll, beforeAll, expect, it, vi } from 'vitest';

/** Globals that are removed before the polyfills load. */
const NAMES = ['TextEncoder', 'Intl'] as const;
const theirs = Object.fromEntries(NAMES.map((name) => [name, globalThis[name]]));

beforeAll(async () => {
  for (const name of NAMES) Reflect.deleteProperty(globalThis, name);
  vi.resetModules();
  await import('./server-polyfills');
});
afterAll(() => Object.assign(globalThis, theirs));

it.each(['lo', 'en', 'th', 'zh-CN', 'vi'])('plural rules of %s match those of browsers', (tag) => {
  const [ours, real] = [
    new Intl.PluralRules(tag),
    new (theirs.Intl as typeof Intl).PluralRules(tag),
  ];
  for (const count of [0, 1, 2, 5, 11, 21, 1840])
    expect(ours.select(count)).toBe(real.select(count));
});

it.each(['', 'abc', 'ສີ', 'é', '💧a'])('TextEncoder counts the bytes of "%s"', (text) => {
  const real = new (theirs.TextEncoder as typeof TextEncoder)();
  expect(new TextEncoder().encode(text).length).toBe(real.encode(text).length);
});
