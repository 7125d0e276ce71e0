// @vitest-environment jsdom
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/shared/api/query-client';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { optionIds } from './search-options';
import { useSearch } from './use-search';

afterEach(() => vi.unstubAllGlobals());

const refused = () =>
  problemResponse(400, {
    code: 'invalid',
    field: 'search',
    reason: 'search_text',
    message: 'nothing',
  });
const down = () => problemResponse(503, { code: 'unavailable' });
const suggested = () => Response.json({ success: true, result: ['ປັ້ມນ້ຳ'] });

function searching(typed: string, found: () => Response) {
  fakeApi({ 'GET /api/v1/search-product': found, 'GET /api/v1/keywork': suggested });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const limits = { suggestions: 10, results: 6 };
  return renderHook(({ text }) => useSearch(text, limits), {
    wrapper,
    initialProps: { text: typed },
  });
}

it.each(['++', '..', '\u0ec8\u0ec9', '🔨🔨'])(
  'search for %j without a match shows a message',
  async (typed) => {
    const { result } = searching(typed, refused);
    await waitFor(() => expect(result.current.isNothing).toBe(true));
    expect(result.current.error).toBe(null);
  },
);

it('failed search shows an error', async () => {
  const { result } = searching('ສີ', down);
  await waitFor(() => expect(result.current.error).toBeTruthy());
  expect(result.current.isNothing).toBe(false);
});

it('suggestions of an earlier text are marked as stale', async () => {
  const { result, rerender } = searching('ປັ', down);
  await waitFor(() => expect(result.current.suggestions).toEqual(['ປັ້ມນ້ຳ']));
  expect(result.current.isFormer).toBe(false);
  rerender({ text: 'ທໍ່' });
  expect(result.current.isFormer).toBe(true);
});

it('inert options are left out', () => {
  const list = document.createElement('div');
  list.innerHTML = '<p inert><a role="option" id="former"></a></p><a role="option" id="now"></a>';
  expect(optionIds(list)).toEqual(['now']);
});
