// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { until } from '@/testing/until';
import { RouteAnnouncer } from './RouteAnnouncer';

async function open() {
  const root = createRootRoute({
    component: () => (
      <>
        <RouteAnnouncer />
        <input />
        <main id="main" tabIndex={-1}>
          <Outlet />
        </main>
      </>
    ),
  });
  const route = (path: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => <h1>{`at ${path}`}</h1> });
  const router = createRouter({
    routeTree: root.addChildren([route('/'), route('/shop')]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(<RouterProvider router={router as never} />);
  await screen.findByText('at /');
  document.title = 'All products';
  return router;
}

it('navigation is announced, and the focus moves to the new page', async () => {
  const router = await open();
  await router.navigate({ to: '/shop' as never });
  await until(() => expect(screen.getByText('All products')).toBeTruthy());
  expect(document.activeElement?.id).toBe('main');
});

it('navigation leaves the focus in a field that is being typed in', async () => {
  const router = await open();
  const box = screen.getByRole('textbox');
  router.subscribe('onResolved', () => box.focus());
  await router.navigate({ to: '/shop' as never });
  await until(() => expect(screen.getByText('All products')).toBeTruthy());
  expect(document.activeElement).toBe(box);
});
