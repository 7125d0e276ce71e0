// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { orderSavedViews } from '../orders/order-saved-views';
import { productSavedViews } from '../products/product-views';
import { createSavedViews, useSavedViews } from './saved-views';

const KEY = 'heuan_test_views';
type Params = { brand?: string; page?: number };

beforeEach(() => localStorage.clear());

/** The saved views as one tab of the browser has them. */
const tab = () =>
  createSavedViews<Params>({
    key: KEY,
    columns: 'products',
    viewParams: ({ brand }) => ({ brand }) as Params,
    isOwnList: ({ brand }) => brand !== undefined,
  });
const namesIn = ({ store }: ReturnType<typeof tab>) => store.current().map(({ name }) => name);
const announce = () => void dispatchEvent(new StorageEvent('storage', { key: KEY }));

it('saved view excludes the page, and names are unique', () => {
  const views = tab();
  const { result } = renderHook(() => useSavedViews(views, { brand: 'Makita', page: 3 }));
  act(() => views.save('Tools', { brand: 'Makita', page: 2 }));
  act(() => views.save('Paint', { brand: 'TOA' }));
  expect(result.current.view?.name).toBe('Tools');
  act(() => views.save('Tools', { brand: 'Bosch' }));
  expect(result.current.views.map(({ name }) => name)).toEqual(['Tools', 'Paint']);
  expect(result.current.view).toBeUndefined();
  act(() => views.remove('Tools'));
  expect(result.current.views.map(({ name }) => name)).toEqual(['Paint']);
});

it('views that two tabs save, change and remove in turn are those of both', () => {
  const [here, there] = [tab(), tab()];
  here.save('Tools', { brand: 'Makita' });
  there.save('Paint', { brand: 'TOA' });
  here.save('Cement', { brand: 'SCG' });
  expect(namesIn(there)).toEqual(['Tools', 'Paint', 'Cement']);
  there.setColumns('Tools', ['price']);
  here.remove('Paint');
  expect(namesIn(there)).toEqual(['Tools', 'Cement']);
  expect(here.store.current()[0]?.columns).toEqual(['price']);
});

it('view that one tab has removed does not come back by a change in another', () => {
  const [here, there] = [tab(), tab()];
  here.save('Tools', { brand: 'Makita' });
  const { result } = renderHook(() => useSavedViews(there, { brand: 'Makita' }));
  expect(result.current.view?.name).toBe('Tools');
  act(() => here.remove('Tools'));
  act(() => there.setColumns('Tools', ['price']));
  act(() => there.save('Paint', { brand: 'TOA' }));
  expect(namesIn(here)).toEqual(['Paint']);
});

it('page follows the views that another tab saves', () => {
  const here = tab();
  const { result } = renderHook(() => useSavedViews(here, { brand: 'Makita' }));
  tab().save('Tools', { brand: 'Makita' });
  act(announce);
  expect(result.current.view?.name).toBe('Tools');
});

it('twelve views are kept, and no other is lost to a thirteenth', () => {
  const views = tab();
  for (let number = 1; number <= 12; number += 1) views.save(`View ${number}`, {});
  expect([views.hasRoomFor('Another'), views.hasRoomFor('View 3')]).toEqual([false, true]);
  views.save('Another', {});
  views.save('View 3', { brand: 'TOA' });
  expect(namesIn(views)).toHaveLength(12);
  expect(views.store.current()[2]).toMatchObject({ name: 'View 3', params: { brand: 'TOA' } });
});

it('stored text of any other shape is no view', () => {
  const stored = [{ name: 'Tools', params: 'x', columns: 7 }, { params: {} }, null, 'x'];
  localStorage.setItem(KEY, JSON.stringify(stored));
  expect(tab().store.current()).toEqual([{ name: 'Tools', params: {}, columns: undefined }]);
});

it.each([
  [{}, false],
  [{ view: 'mine' } as const, false],
  [{ sort: 'oldest' } as const, false],
  [{ branch_id: 3 }, true],
  [{ search: 'bounmy' }, true],
  [{ cus_id: 7 }, true],
])('list of orders %j can be saved: %s', (params, expected) => {
  expect(orderSavedViews.isOwnList(params)).toBe(expected);
});

it.each([
  [{}, false],
  [{ visibility: 'hidden' } as const, false],
  [{ stock: 'low', visibility: 'visible', sort: 'price_asc' } as const, false],
  [{ stock: 'low' } as const, true],
  [{ brand: 'TOA' }, true],
  [{ search: 'cement' }, true],
])('list of products %j can be saved: %s', (params, expected) => {
  expect(productSavedViews.isOwnList(params)).toBe(expected);
});
