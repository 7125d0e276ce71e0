// @vitest-environment jsdom
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { cartQuery } from '@/domain/cart/cart-query';
import { pointsQuery } from '@/domain/orders/order-queries';
import { wishlistQuery } from '@/domain/wishlist/wishlist-query';
import { createQueryClient } from '@/shared/api/query-client';
import { emitLive } from '@/shared/live/live-bus';
import { HELLO } from '@/testing/fake-live';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderIn } from '@/testing/render-in';
import { until } from '@/testing/until';
import LiveSync from './LiveSync';

vi.mock('@/shared/live/connect-live', () => ({ connectLive: () => () => {} }));

function Shown() {
  useQuery(cartQuery);
  useQuery(wishlistQuery);
  useQuery(pointsQuery);
  return <LiveSync who="noy" />;
}

it('every opening of the stream fetches cart, wishlist and points again, also a resumed one', async () => {
  const paths = ['/api/auth/cart', '/api/auth/wishlist', '/api/auth/points'];
  const asked = fakeApi(
    Object.fromEntries(paths.map((path) => [`GET ${path}`, () => jsonResponse([])])),
  );
  const counts = () => paths.map((wanted) => asked.filter(({ path }) => path === wanted).length);
  await renderIn(
    'en',
    <QueryClientProvider client={createQueryClient()}>
      <Shown />
    </QueryClientProvider>,
  );
  await until(() => expect(counts()).toEqual([1, 1, 1]));
  emitLive('hello', { ...HELLO, resumed: true });
  await until(() => expect(counts()).toEqual([2, 2, 2]));
  emitLive('hello', { ...HELLO, resumed: true });
  await until(() => expect(counts()).toEqual([3, 3, 3]));
});
