// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { fakeLocks } from '@/testing/fake-locks';
import { until } from '@/testing/until';
import { mergeVisitor, resumeMerge } from './merge-visitor';
import { sessionQuery } from './session';
import { onSessionEvent } from './session-events';
import { signIn } from './sign-in';
import { clearLocalSession } from './sign-out';

const USER = { fname: 'Noy', lname: 'K', email: '', phone: '+8562055550123' };

let shop: AppContext;
let merges: number;
let isBroken: boolean;
let unsubscribe: () => void;
let cookie: string;

beforeEach(() => {
  localStorage.clear();
  shop = { queryClient: new QueryClient(), t: (key) => key, code: 'en' };
  merges = 0;
  isBroken = true;
  cookie = 'cus_id=7';
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => cookie);
  unsubscribe = onSessionEvent(async (event) => {
    if (isBroken) throw new TypeError('Failed to fetch dynamically imported module');
    if (event === 'signedIn') merges += 1;
  });
});
afterEach(() => {
  unsubscribe();
  vi.restoreAllMocks();
});

/** Loads the modules again, as another tab does. */
async function anotherTab() {
  vi.resetModules();
  return { ...(await import('./session-events')), ...(await import('./merge-visitor')) };
}

it('sign-in whose merge cannot be loaded succeeds, and the next page merges once', async () => {
  await signIn(shop, USER);
  expect(shop.queryClient.getQueryData(sessionQuery.queryKey)).toEqual(USER);
  await resumeMerge(shop);
  isBroken = false;
  await resumeMerge(shop);
  await resumeMerge(shop);
  expect(merges).toBe(1);
});

it('merge of a sign-in is not resumed while it runs, nor once it is done', async () => {
  isBroken = false;
  await Promise.all([mergeVisitor(shop), resumeMerge(shop)]);
  await resumeMerge(shop);
  expect(merges).toBe(1);
});

describe.each([
  ['Web Locks', () => fakeLocks()],
  ['without Web Locks', () => () => {}],
])('browser %s', (_, begin) => {
  let end: () => void;
  beforeEach(() => {
    end = begin();
  });
  afterEach(() => end());

  it('merge that fails while another waits for it is done by that one', async () => {
    let count = 0;
    const stop = onSessionEvent(async (event) => {
      count += 1;
      if (event === 'signedIn' && count === 1) throw new TypeError('Failed to fetch');
    });
    isBroken = false;
    await Promise.all([mergeVisitor(shop), resumeMerge(shop), resumeMerge(shop)]);
    stop();
    expect(count).toBe(2);
    expect(localStorage.getItem('heuan_merge')).toBeNull();
  });
});

it('merge that runs in one tab is not run by another, which waits for its end', async () => {
  const end = fakeLocks();
  const [one, other] = [await anotherTab(), await anotherTab()];
  let finish = () => {};
  const merging = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        finish = () => resolve();
      }),
  );
  one.onSessionEvent(merging);
  const merged = vi.fn(async () => {});
  other.onSessionEvent(merged);
  const signedIn = one.mergeVisitor(shop);
  const resumed = [other.resumeMerge(shop), other.mergeVisitor(shop)];
  await until(() => expect(merging).toHaveBeenCalled());
  finish();
  await Promise.all([signedIn, ...resumed]);
  expect(merged).not.toHaveBeenCalled();
  end();
});

it('sign-in merges where the browser stores nothing', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  isBroken = false;
  await signIn(shop, USER);
  expect(merges).toBe(1);
});

it.each([['cus_id=8'], ['']])(
  'merge of customer 7 is not resumed with cookie %j',
  async (other) => {
    await signIn(shop, USER);
    isBroken = false;
    cookie = other;
    await resumeMerge(shop);
    expect(merges).toBe(0);
  },
);

it('session that ends takes an open merge with it, also when its subscribers cannot be loaded', async () => {
  await signIn(shop, USER);
  await clearLocalSession(shop);
  expect(shop.queryClient.getQueryData(sessionQuery.queryKey)).toBeNull();
  isBroken = false;
  await resumeMerge(shop);
  expect(merges).toBe(0);
});
