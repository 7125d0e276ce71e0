// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { readPageState, seedQueries } from './page-state';
import { createQueryClient } from './query-client';
import { bannersQuery } from './site-queries';

const documentWith = (body: string) => new DOMParser().parseFromString(body, 'text/html');

it('page state seeds the query cache', () => {
  const body = { success: true, data: { messages: [], banners: [] } };
  const state = { status: 200, queries: { '/api/v1/banner': body } };
  const page = documentWith(
    `<script type="application/json" id="heuan-state">${JSON.stringify(state)}</script>`,
  );
  const client = createQueryClient();
  seedQueries(client, readPageState(page));
  expect(client.getQueryData(bannersQuery.queryKey)).toEqual(body);
});

it.each([
  ['no state', '<p>'],
  ['the placeholder was not replaced', '<!--heuan:state-->'],
  ['broken state', '<script type="application/json" id="heuan-state">{</script>'],
])('page state is empty with %s', (_name, body) => {
  expect(readPageState(documentWith(body))).toEqual({ status: 200, queries: {} });
});
