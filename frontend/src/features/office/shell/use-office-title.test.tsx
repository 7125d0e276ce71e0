// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { addArrival, markSeen } from '../orders/order-arrivals';
import { useOfficeTitle } from './use-office-title';

it('title of every page counts the orders that arrived while the tab was hidden', async () => {
  await renderPage({
    path: '/staff/products',
    page: () => {
      useOfficeTitle('Products');
      return null;
    },
  });
  await until(() => expect(document.title).toContain('Products'));
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  act(() => addArrival('1', 0));
  act(() => addArrival('2', 0));
  await until(() => expect(document.title).toMatch(/^\(2\) Products/));
  act(markSeen);
  await until(() => expect(document.title).toMatch(/^Products/));
});
