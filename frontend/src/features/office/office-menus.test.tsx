// @vitest-environment jsdom

import { createBrowserHistory, type RouterHistory, useNavigate } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StaleOverlayEntries } from '@/shared/hooks/use-back-closes';
import { fakeApi } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { sources } from '@/testing/sources';
import { until } from '@/testing/until';
import { ColumnMenu } from './columns/ColumnMenu';
import type { ColumnChoice, ColumnSet } from './columns/column-choice';
import { FilterChoices, FilterMenu } from './FilterMenu';
import { Finder } from './new-order/Finder';
import { BulkPanel } from './products/BulkPanel';
import { AccountMenu } from './shell/StaffAccountMenu';

const CHOICES = [{ value: 'cod', label: 'Cash' }];
const COLUMNS: ColumnSet<'total'> = {
  first: 'office.column.number',
  all: [{ name: 'total', label: 'office.column.total', width: 100 }],
  defaults: ['total'],
};
const CHOICE: ColumnChoice<'total'> = {
  shown: ['total'],
  isDefault: true,
  view: undefined,
  choose: () => undefined,
  reset: () => undefined,
};

function Menus() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isBulk, setBulk] = useState(false);
  return (
    <>
      <h1>page</h1>
      <StaleOverlayEntries />
      <FilterMenu label="Payment" value={undefined} onClear={() => undefined}>
        {(close) => (
          <FilterChoices
            label="Payment"
            choices={CHOICES}
            value={undefined}
            onChoose={(payment) => {
              void navigate({ to: '.', search: { payment } as never });
              close();
            }}
          />
        )}
      </FilterMenu>
      <ColumnMenu columns={COLUMNS} choice={CHOICE} />
      <AccountMenu />
      <Finder
        label="Find"
        icon={Search}
        text={text}
        onText={setText}
        options={text ? [{ key: 'one', content: 'Cement' }] : []}
        isFirstChosen
        onPick={() => setText('')}
      />
      <button type="button" onClick={() => setBulk(true)}>
        Price
      </button>
      {isBulk && (
        <BulkPanel
          panel="price"
          choice={{ target: { ids: [1] }, count: 1 } as never}
          products={[]}
          onPanel={() => undefined}
          onClose={() => setBulk(false)}
          onDone={() => undefined}
        />
      )}
    </>
  );
}

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = () => {};
  HTMLDialogElement.prototype.close = () => {};
  fakeApi({
    'GET /api/v1/verify-token': () => Response.json({ success: false }),
    'GET /api/staff/products/changes': () => Response.json({ success: true, data: [] }),
  });
});

const histories: RouterHistory[] = [];
afterEach(() => {
  for (const history of histories.splice(0)) history.destroy();
});

const heading = (name: string) => screen.findByRole('heading', { name });
const click = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

/** Renders the page of `/page`, which was opened from `/before`, in the history of the browser. */
async function show() {
  const state = { key: 'first', __TSR_key: 'first', __TSR_index: 0 };
  window.history.pushState(state, '', '/before');
  const history = createBrowserHistory();
  histories.push(history);
  const { router } = await renderPage({
    path: '/page',
    page: Menus,
    leadsTo: ['/before', '/', '/staff/security'],
    history,
  });
  await heading('at /before');
  await act(() => router.navigate({ to: '/page' as never }));
  await heading('page');
  return {
    router,
    reaches: (index: number, href: string) =>
      until(() =>
        expect([router.history.location.state.__TSR_index, router.history.location.href]).toEqual([
          index,
          href,
        ]),
      ),
    back: () => act(() => router.history.back()),
  };
}

const KINDS: [string, () => Promise<unknown>, () => HTMLElement | null][] = [
  ['filter', () => click('Payment'), () => screen.queryByRole('group', { name: 'Payment' })],
  ['columns', () => click('Columns'), () => screen.queryByRole('list', { name: 'Columns' })],
  [
    'account',
    () => click(/^Account/),
    () => screen.queryByRole('link', { name: 'Go to the shop' }),
  ],
  [
    'found products',
    () => userEvent.type(screen.getByRole('combobox', { name: 'Find' }), 'ce'),
    () => screen.queryByRole('listbox'),
  ],
  [
    'change of products',
    () => click('Price'),
    () => screen.queryByRole('region', { name: /^Change/ }),
  ],
];

it.each(KINDS)('back closes the menu %s and stays on the page', async (_, open, menu) => {
  const { back, reaches } = await show();
  await open();
  await reaches(2, '/page');
  expect(menu()).not.toBeNull();
  back();
  await until(() => expect(menu()).toBeNull());
  await reaches(1, '/page');
  back();
  await heading('at /before');
});

it.each(KINDS)('forward does not return to the closed menu %s', async (_, open, menu) => {
  const { router, back, reaches } = await show();
  await open();
  await reaches(2, '/page');
  back();
  await reaches(1, '/page');
  act(() => router.history.forward());
  await reaches(1, '/page');
  expect(menu()).toBeNull();
  back();
  await heading('at /before');
});

it('back returns the focus to the button of the menu', async () => {
  const { back, reaches } = await show();
  await click('Payment');
  await reaches(2, '/page');
  screen.getByRole('button', { name: 'Cash' }).focus();
  back();
  await until(() => expect(document.activeElement?.textContent).toBe('Payment'));
});

it('choice of a filter leaves no entry of its menu', async () => {
  const { back, reaches } = await show();
  await click('Payment');
  await reaches(2, '/page');
  await click('Cash');
  await reaches(2, '/page?payment=cod');
  back();
  await reaches(1, '/page');
  back();
  await heading('at /before');
});

it('link of a menu takes the place of its entry', async () => {
  const { back, reaches } = await show();
  await click(/^Account/);
  await reaches(2, '/page');
  await userEvent.click(screen.getByRole('link', { name: 'Go to the shop' }));
  await heading('at /');
  await reaches(2, '/');
  back();
  await heading('page');
  await reaches(1, '/page');
});

it('menu opened by the press that closes another has the only entry', async () => {
  const { back, reaches } = await show();
  await click('Payment');
  await reaches(2, '/page');
  await click('Columns');
  await until(() => expect(screen.queryByRole('group', { name: 'Payment' })).toBeNull());
  await reaches(2, '/page');
  back();
  await until(() => expect(screen.queryByRole('list', { name: 'Columns' })).toBeNull());
  await reaches(1, '/page');
});

it('every menu of the back office closes by the back button', () => {
  const office = sources(/^.*\/features\/office\/.*\.tsx?$/).filter(
    ({ path }) => !path.includes('.test.'),
  );
  const dismissed = office.filter(({ text }) => text.includes('useDismiss('));
  expect(dismissed.map(({ path }) => path)).toEqual(['features/office/use-menu-closes.ts']);
  const covering = office.filter(({ text }) => /"(?:o-menu|o-finder-list|o-side)"/.test(text));
  expect(covering.map(({ path }) => path).sort()).toEqual([
    'features/office/FilterMenu.tsx',
    'features/office/columns/ColumnMenu.tsx',
    'features/office/new-order/Finder.tsx',
    'features/office/products/BulkPanel.tsx',
    'features/office/shell/StaffAccountMenu.tsx',
  ]);
  for (const { path, text } of covering)
    expect(/use(?:MenuCloses|BackCloses)\(/.test(text), path).toBe(true);
});
