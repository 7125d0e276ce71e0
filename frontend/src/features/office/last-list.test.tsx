import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { publishSessionEvent } from '@/domain/session/session-events';
import { lastList, useRememberList } from './last-list';

it('filters of a list are remembered until the session ends', async () => {
  renderHook(() => useRememberList('customers', { search: 'Noy' }));
  expect(lastList('customers')).toEqual({ search: 'Noy' });
  expect(lastList('orders')).toEqual({});
  await publishSessionEvent('sessionEnded', {} as never);
  expect(lastList('customers')).toEqual({});
});
