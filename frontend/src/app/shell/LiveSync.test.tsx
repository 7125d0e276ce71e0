// @vitest-environment jsdom
import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { addressesQuery } from '@/domain/addresses/address-queries';
import { cartQuery } from '@/domain/cart/cart-query';
import { pointsQuery } from '@/domain/orders/order-queries';
import { customerHistoryQuery } from '@/domain/search/search-history';
import { sessionQuery } from '@/domain/session/session';
import { onSessionEvent } from '@/domain/session/session-events';
import { customerViewedQuery } from '@/domain/viewed/viewed-products';
import { wishlistQuery } from '@/domain/wishlist/wishlist-query';
import { sessionsQuery } from '@/features/account/account-api';
import { notificationsQuery } from '@/features/notifications/notification-queries';
import { createQueryClient } from '@/shared/api/query-client';
import { emitLive } from '@/shared/live/live-bus';
import { HELLO } from '@/testing/fake-live';
import { fakeApi } from '@/testing/fake-shop';
import { renderIn } from '@/testing/render-in';
import { until } from '@/testing/until';
import LiveSync from './LiveSync';

vi.mock('@/shared/live/connect-live', () => ({ connectLive: () => () => {} }));

function Shown() {
  useQuery(cartQuery);
  useQuery(wishlistQuery);
  useQuery(pointsQuery);
  useQuery(addressesQuery);
  useQuery(customerViewedQuery);
  useQuery(customerHistoryQuery);
  useQuery(sessionsQuery);
  useInfiniteQuery(notificationsQuery);
  useQuery(sessionQuery);
  return <LiveSync cusId={7} />;
}

it('opened or resumed stream refetches all data of the customer, also read notifications and the name', async () => {
  const paths = [
    '/api/auth/cart',
    '/api/auth/wishlist',
    '/api/auth/points',
    '/api/auth/addresses',
    '/api/auth/viewed-products',
    '/api/auth/search-history',
    '/api/auth/sessions',
    '/api/auth/notifications/user',
    '/api/v1/verify-token',
  ];
  const requests = fakeApi(
    Object.fromEntries(
      paths.map((path) => [
        `GET ${path}`,
        () =>
          Response.json({ success: true, data: [], searchHistory: [], payload: { fname: 'A' } }),
      ]),
    ),
  );
  const counts = () => paths.map((wanted) => requests.filter(({ path }) => path === wanted).length);
  await renderIn(
    'en',
    <QueryClientProvider client={createQueryClient()}>
      <Shown />
    </QueryClientProvider>,
  );
  await until(() => expect(counts()).toEqual(Array(9).fill(1)));
  emitLive('hello', { ...HELLO, resumed: true });
  await until(() => expect(counts()).toEqual(Array(9).fill(2)));
  emitLive('reset', { chat: false, notifications: true });
  await until(() => expect(counts()).toEqual(Array(9).fill(3)));
});

it('page of a customer merges what the sign-in could not', async () => {
  vi.spyOn(document, 'cookie', 'get').mockReturnValue('cus_id=7');
  localStorage.setItem('heuan_merge', '7');
  fakeApi({});
  const events: string[] = [];
  const unsubscribe = onSessionEvent(async (event) => void events.push(event));
  await renderIn(
    'en',
    <QueryClientProvider client={createQueryClient()}>
      <LiveSync cusId={7} />
    </QueryClientProvider>,
  );
  await until(() => expect(localStorage.getItem('heuan_merge')).toBeNull());
  expect(events).toEqual(['signedIn']);
  unsubscribe();
  vi.restoreAllMocks();
});
