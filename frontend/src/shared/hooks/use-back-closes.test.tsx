// @vitest-environment jsdom

import { createBrowserHistory, Link, type RouterHistory } from '@tanstack/react-router';
import { act, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { StaleOverlayEntries, useBackCloses } from './use-back-closes';

type OverlayProps = {
  name: string;
  onClose: () => void;
  onCloseAll: () => void;
  onOpenOther: () => void;
};

function Overlay({ name, onClose, onCloseAll, onOpenOther }: OverlayProps) {
  useBackCloses(true, onClose);
  return (
    <div role="dialog" aria-label={name}>
      <button type="button" onClick={onClose}>
        close {name}
      </button>
      <button type="button" onClick={onOpenOther}>
        other
      </button>
      <button type="button" onClick={onCloseAll}>
        close all
      </button>
      <Link to="/shop" onClick={onCloseAll}>
        shop
      </Link>
      <Link to={'/page' as never} onClick={onCloseAll}>
        this page
      </Link>
      <a href="https://other.example/" onClick={onClose}>
        other site
      </a>
    </div>
  );
}

function Page() {
  const [open, setOpen] = useState<string[]>([]);
  return (
    <>
      <h1>page</h1>
      <StaleOverlayEntries />
      <button type="button" onClick={() => setOpen(['first'])}>
        open
      </button>
      {open.map((name) => (
        <Overlay
          key={name}
          name={name}
          onClose={() => setOpen((all) => all.filter((one) => one !== name))}
          onCloseAll={() => setOpen([])}
          onOpenOther={() => setOpen((all) => [...all, 'second'])}
        />
      ))}
    </>
  );
}

const press = async (name: string, role: 'button' | 'link' = 'button') => {
  // The topmost overlay is the last one.
  const found = screen.getAllByRole(role, { name }).at(-1);
  if (found) await userEvent.click(found);
};
const overlay = (name = 'first') => screen.queryByRole('dialog', { name });
const heading = (name: string) => screen.findByRole('heading', { name });

const histories: RouterHistory[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const history of histories.splice(0)) history.destroy();
});

/** History of the browser with the given entries, the last of which is current. */
function browserHistory(entries: { path: string; state?: object }[]): RouterHistory {
  entries.forEach(({ path, state }, index) => {
    const key = `key ${index}`;
    window.history.pushState({ ...state, key, __TSR_key: key, __TSR_index: index }, '', path);
  });
  const history = createBrowserHistory();
  histories.push(history);
  return history;
}

const HISTORIES = [
  ['in memory', () => undefined],
  ['of the browser', () => browserHistory([{ path: '/before' }])],
] as const;

/** Renders the page of `/page` in a history. */
async function render(history?: RouterHistory) {
  const { router } = await renderPage({
    path: '/page',
    at: '/before',
    page: Page,
    leadsTo: ['/before', '/shop'],
    ...(history && { history }),
  });
  const position = () => router.history.location.state.__TSR_index;
  const href = () => router.history.location.href;
  const back = () => act(() => router.history.back());
  const reaches = (place: number, address: string) =>
    until(() => expect([position(), href()]).toEqual([place, address]));
  const go = (to: string, more: object = {}) =>
    act(() => router.navigate({ to: to as never, ...more }));
  return { router, position, href, back, reaches, go };
}

/** Renders the page of `/page`, which was opened from `/before`, with the overlay open. */
async function show(history?: RouterHistory) {
  const page = await render(history);
  await page.go('/page');
  await heading('page');
  const opened = async () => {
    await press('open');
    await until(() => expect(page.position()).toBe(2));
  };
  await opened();
  return { ...page, opened };
}

it('back closes an open overlay and stays on the page', async () => {
  const { router, position, back } = await show();
  back();
  await until(() => expect(overlay()).toBeNull());
  expect(position()).toBe(1);
  back();
  await screen.findByRole('heading', { name: 'at /before' });
  expect(router.history.location.pathname).toBe('/before');
});

it('overlay closed by its button leaves no history entry', async () => {
  const { position, back } = await show();
  await press('close first');
  await until(() => expect(position()).toBe(1));
  back();
  await screen.findByRole('heading', { name: 'at /before' });
});

it('link of an overlay replaces its history entry', async () => {
  const { position, back } = await show();
  await press('shop', 'link');
  await screen.findByRole('heading', { name: 'at /shop' });
  await until(() => expect(position()).toBe(2));
  back();
  await screen.findByRole('heading', { name: 'page' });
  expect(overlay()).toBeNull();
  expect(position()).toBe(1);
});

it('link to another site is not canceled by leaving the entry, which is left when the page is shown again', async () => {
  const { router, position } = await show();
  const leave = vi.spyOn(router.history, 'go');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('link', { name: 'other site' }));
  expect(overlay()).toBeNull();
  await act(() => vi.runOnlyPendingTimersAsync());
  vi.useRealTimers();
  expect(leave).not.toHaveBeenCalled();
  expect(position()).toBe(2);
  act(() => void dispatchEvent(new Event('pageshow')));
  await until(() => expect(position()).toBe(1));
});

it('entry of a page opened from an overlay has no trace of the overlay', async () => {
  const { router } = await show();
  await press('shop', 'link');
  await screen.findByRole('heading', { name: 'at /shop' });
  expect(Object.keys(router.history.location.state)).not.toContain('overlay');
});

it('navigation while the browser leaves the entry waits for it', async () => {
  const { router, position, back } = await show();
  const { go: leave } = router.history;
  let finish = () => {};
  const goBack = vi.fn<typeof leave>((count, options) => {
    finish = () => leave(count, options);
  });
  router.history.go = goBack;
  await press('close first');
  await until(() => expect(goBack).toHaveBeenCalled());
  act(() => void router.navigate({ to: '/shop' as never }));
  router.history.go = leave;
  act(() => finish());
  await screen.findByRole('heading', { name: 'at /shop' });
  expect(position()).toBe(2);
  back();
  await screen.findByRole('heading', { name: 'page' });
});

describe.each(HISTORIES)('history %s', (_, history) => {
  it('back closes the topmost of two overlays first', async () => {
    const { back, reaches } = await show(history());
    await press('other');
    await reaches(3, '/page');
    back();
    await until(() => expect(overlay('second')).toBeNull());
    await reaches(2, '/page');
    expect(overlay()).not.toBeNull();
    back();
    await until(() => expect(overlay()).toBeNull());
    await reaches(1, '/page');
    back();
    await heading('at /before');
  });

  it('two overlays closed at once leave no entry', async () => {
    const { back, reaches } = await show(history());
    await press('other');
    await reaches(3, '/page');
    await press('close all');
    await reaches(1, '/page');
    back();
    await heading('at /before');
  });

  it('link of the upper overlay replaces the entries of both', async () => {
    const { back, reaches } = await show(history());
    await press('other');
    await reaches(3, '/page');
    await press('shop', 'link');
    await heading('at /shop');
    await reaches(2, '/shop');
    back();
    await heading('page');
    await reaches(1, '/page');
    expect(overlay()).toBeNull();
  });

  it('address replaced under an overlay is that of the page once the overlay is closed', async () => {
    const { go, back, reaches } = await show(history());
    await go('/page', { search: { page: 2 }, replace: true });
    await reaches(2, '/page?page=2');
    expect(overlay()).not.toBeNull();
    back();
    await until(() => expect(overlay()).toBeNull());
    await reaches(1, '/page?page=2');
    back();
    await heading('at /before');
    await reaches(0, '/before');
  });

  it('address replaced under two overlays is that of the page when both close', async () => {
    const { go, reaches, router } = await show(history());
    await go('/page', { search: { page: 2 }, replace: true });
    await press('other');
    await reaches(3, '/page?page=2');
    await press('close all');
    await reaches(1, '/page?page=2');
    expect(Object.keys(router.history.location.state)).not.toContain('overlay');
  });

  it('page that replaces the one under an overlay takes its entry', async () => {
    const { go, back, reaches } = await show(history());
    await go('/shop', { replace: true });
    await heading('at /shop');
    await reaches(1, '/shop');
    back();
    await heading('at /before');
  });

  it('link of an overlay whose page was replaced leads back to the new address', async () => {
    const { go, back, reaches } = await show(history());
    await go('/page', { search: { page: 2 }, replace: true });
    await press('shop', 'link');
    await heading('at /shop');
    await reaches(2, '/shop');
    back();
    await heading('page');
    await reaches(1, '/page?page=2');
    back();
    await heading('at /before');
  });

  it('link of an overlay to its own page adds no entry', async () => {
    const { back, reaches } = await show(history());
    await press('this page', 'link');
    await until(() => expect(overlay()).toBeNull());
    await reaches(1, '/page');
    back();
    await heading('at /before');
  });

  it('state that a navigation from an overlay adds to the page has an entry', async () => {
    const { go, back, reaches, router } = await show(history());
    await go('.', { state: (state: object) => ({ ...state, image: 1 }) });
    await reaches(3, '/page');
    back();
    await until(() => expect(overlay()).toBeNull());
    await reaches(2, '/page');
    expect(router.history.location.state.image).toBe(1);
    back();
    await reaches(1, '/page');
    expect(router.history.location.state.image).toBeUndefined();
  });

  it('forward after back leaves the entry of the closed overlay again', async () => {
    const { router, back, reaches } = await show(history());
    back();
    await until(() => expect(overlay()).toBeNull());
    await reaches(1, '/page');
    const arrived = vi.fn();
    router.history.subscribe(({ location }) => arrived(location.state.__TSR_index));
    act(() => router.history.forward());
    await until(() => expect(arrived.mock.calls).toContainEqual([2]));
    await reaches(1, '/page');
    expect(overlay()).toBeNull();
    back();
    await heading('at /before');
  });
});

it.each([
  ['an overlay', [{ path: '/page', state: { overlay: { depth: 1, isReplaced: false } } }], '/page'],
  [
    'two overlays over a replaced address',
    [
      { path: '/page', state: { overlay: { depth: 1, isReplaced: false } } },
      { path: '/page?page=2', state: { overlay: { depth: 2, isReplaced: true } } },
    ],
    '/page?page=2',
  ],
])('reloaded page leaves the entry of %s', async (_, entries, address) => {
  const { back, reaches } = await render(
    browserHistory([{ path: '/before' }, { path: '/page' }, ...entries]),
  );
  await heading('page');
  await reaches(1, address);
  back();
  await heading('at /before');
});

it('page that has scrolled under an overlay stays where it is when the overlay closes', async () => {
  const { router, reaches } = await show();
  const rendered = vi.spyOn(router, 'commitLocation');
  await press('close first');
  await reaches(1, '/page');
  expect(rendered.mock.calls.map(([to]) => [to.resetScroll, to.pathname])).toEqual([
    [false, '/page'],
  ]);
});

it('overlay that is open while another page loads lets that page begin at its top', async () => {
  const { router, reaches } = await show();
  let arrive = () => {};
  const loading = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const shop = router.routesByPath['/shop' as never] as { options: { loader?: unknown } };
  shop.options.loader = () => loading;
  const committed = vi.spyOn(router, 'commitLocation');
  act(() => void router.navigate({ to: '/shop' as never }));
  await reaches(3, '/shop');
  expect(committed.mock.calls.map(([to]) => to.resetScroll ?? true)).toEqual([true, true]);
  act(arrive);
  await heading('at /shop');
});

it('navigation does not wait for ever when the browser ignores the step back', async () => {
  const { router, href } = await show();
  router.history.go = () => {};
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(screen.getByRole('button', { name: 'close first' }));
  await act(() => vi.advanceTimersByTimeAsync(0));
  act(() => void router.navigate({ to: '/shop' as never }));
  expect(href()).toBe('/page');
  await act(() => vi.advanceTimersByTimeAsync(1_001));
  expect(href()).toBe('/shop');
  vi.useRealTimers();
  await heading('at /shop');
});

it('overlay opened again after the back button closes with it again', async () => {
  const { position, opened, back } = await show();
  back();
  await until(() => expect(overlay()).toBeNull());
  await opened();
  back();
  await until(() => expect(overlay()).toBeNull());
  expect(position()).toBe(1);
});
