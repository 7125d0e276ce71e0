// @vitest-environment jsdom

import { useInfiniteQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { OlderButton } from './OlderButton';

function List({ load }: { load: (page: number) => Promise<number> }) {
  const query = useInfiniteQuery({
    queryKey: ['list'],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: 1,
    getNextPageParam: (page) => (page < 2 ? page + 1 : undefined),
  });
  return (
    <>
      <output>{query.data?.pages.join(' ')}</output>
      <OlderButton
        query={query}
        label="Show earlier entries"
        onMore={() => void query.fetchNextPage()}
      />
    </>
  );
}

const FAILED = /^Earlier entries could not be loaded\./;
const press = () => userEvent.click(screen.getByRole('button', { name: 'Show earlier entries' }));

/** Renders a list of two pages, whose first request for one of them fails. */
async function open(failing: number) {
  let hasFailed = false;
  const load = async (page: number) => {
    if (page !== failing || hasFailed) return page;
    hasFailed = true;
    throw new Error('no response');
  };
  await renderPage({ path: '/', page: () => <List load={load} /> });
}

it('next page that fails to load says so and can be tried again', async () => {
  await open(2);
  await screen.findByText('1');
  expect(screen.queryByText(FAILED)).toBeNull();
  await press();
  await screen.findByText(FAILED);
  await press();
  await screen.findByText('1 2');
  expect(screen.queryByText(FAILED)).toBeNull();
});

it('first page that fails to load says so and can be tried again', async () => {
  await open(1);
  await screen.findByText(FAILED);
  await press();
  await screen.findByText('1');
  expect(screen.queryByText(FAILED)).toBeNull();
});
