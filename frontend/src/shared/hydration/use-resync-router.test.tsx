// @vitest-environment jsdom
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useResyncRouter } from './use-resync-router';

function shopRouter() {
  const routeTree = createRootRoute({
    component: () => <p>{`at ${useLocation().hash || 'nothing'}`}</p>,
  });
  return createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/'] }) });
}

function Shop({ router }: { router: ReturnType<typeof shopRouter> }) {
  useResyncRouter(router);
  return <RouterProvider router={router as never} />;
}

test('router follows a URL that changed before it subscribed', async () => {
  const router = shopRouter();
  await router.load();
  router.history.push('/#stores');
  render(<Shop router={router} />);
  await screen.findByText('at stores');
});

test('router at the current URL does not reload', async () => {
  const router = shopRouter();
  await router.load();
  let loads = 0;
  router.subscribe('onBeforeLoad', () => {
    loads += 1;
  });
  render(<Shop router={router} />);
  await screen.findByText('at nothing');
  expect(loads).toBe(0);
});
