// @vitest-environment jsdom

import { Link } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { useBackCloses } from './use-back-closes';

type OverlayProps = { name: string; onClose: () => void; onOpenOther: () => void };

function Overlay({ name, onClose, onOpenOther }: OverlayProps) {
  useBackCloses(true, onClose);
  return (
    <div role="dialog" aria-label={name}>
      <button type="button" onClick={onClose}>
        close {name}
      </button>
      <button type="button" onClick={onOpenOther}>
        other
      </button>
      <Link to="/shop" onClick={onClose}>
        shop
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
      <button type="button" onClick={() => setOpen(['first'])}>
        open
      </button>
      {open.map((name) => (
        <Overlay
          key={name}
          name={name}
          onClose={() => setOpen((all) => all.filter((one) => one !== name))}
          onOpenOther={() => setOpen((all) => [...all, 'second'])}
        />
      ))}
    </>
  );
}

const press = (name: string, role: 'button' | 'link' = 'button') =>
  userEvent.click(screen.getByRole(role, { name }));
const overlay = (name = 'first') => screen.queryByRole('dialog', { name });

/** Renders the page of `/page`, which was opened from `/before`, with the overlay open. */
async function show() {
  const { router } = await renderPage({
    path: '/page',
    at: '/before',
    page: Page,
    leadsTo: ['/before', '/shop'],
  });
  await act(() => router.navigate({ to: '/page' as never }));
  await screen.findByRole('heading', { name: 'page' });
  const position = () => router.history.location.state.__TSR_index;
  const opened = async () => {
    await press('open');
    await until(() => expect(position()).toBe(2));
  };
  await opened();
  const back = () => act(() => router.history.back());
  return { router, position, opened, back };
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
  const back = vi.spyOn(router.history, 'back');
  await press('other site', 'link');
  await until(() => expect(overlay()).toBeNull());
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(back).not.toHaveBeenCalled();
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
  const { back: leave } = router.history;
  let finish = () => {};
  router.history.back = (options) => {
    finish = () => leave(options);
  };
  await press('close first');
  await until(() => expect(finish).not.toBe(leave));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  act(() => void router.navigate({ to: '/shop' as never }));
  router.history.back = leave;
  act(() => finish());
  await screen.findByRole('heading', { name: 'at /shop' });
  expect(position()).toBe(2);
  back();
  await screen.findByRole('heading', { name: 'page' });
});

it('back closes the topmost of two overlays first', async () => {
  const { position, back } = await show();
  await press('other');
  await until(() => expect(overlay('second')).not.toBeNull());
  back();
  await until(() => expect(overlay('second')).toBeNull());
  expect(overlay()).not.toBeNull();
  await until(() => expect(position()).toBe(2));
  back();
  await until(() => expect(overlay()).toBeNull());
  await until(() => expect(position()).toBe(1));
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

it('forward after closing shows the page without the overlay', async () => {
  const { router, back } = await show();
  back();
  await until(() => expect(overlay()).toBeNull());
  act(() => router.history.forward());
  expect(overlay()).toBeNull();
  expect(screen.getByRole('heading', { name: 'page' })).toBeDefined();
});
