// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { DataGrid } from './DataGrid';
import { DataGridStates } from './DataGridStates';
import { type GridColumn, gridMeta } from './grid-features';
import { gridSelection, selectRow } from './grid-selection';
import { SelectAll, SelectRow } from './SelectionBoxes';
import { useDataGrid } from './use-data-grid';
import { useRowKeys } from './use-row-keys';

type Item = { id: string; price: number };
type Meta = { unit: string };

const idOf = ({ id }: Item) => id;
const ITEMS = ['a', 'b', 'c', 'd'].map((id, index) => ({ id, price: index + 1 }));
const COLUMNS: GridColumn<Item, Meta>[] = [
  {
    id: 'select',
    enableHiding: false,
    meta: { width: 50 },
    header: SelectAll,
    cell: ({ row }) => <SelectRow row={row} name={row.id} />,
  },
  {
    id: 'name',
    enableHiding: false,
    meta: { label: 'office.column.name', width: 100, sort: { down: 'newest' } },
    cell: ({ row }) => row.id,
  },
  {
    id: 'price',
    meta: {
      label: 'office.product.price',
      width: 90,
      isEnd: true,
      sort: { down: 'price_desc', up: 'price_asc' },
    },
    cell: ({ row, table }) => `${row.original.price} ${gridMeta(table).unit}`,
  },
  {
    id: 'status',
    meta: { label: 'office.column.status', width: 80 },
    cell: () => 'ok',
  },
];

type GridProps = { rows?: Item[]; shown?: string[] | undefined; first?: string };

function Grid({ rows = ITEMS, shown, first }: GridProps) {
  const [sort, setSort] = useState(first);
  const grid = useDataGrid({
    columns: COLUMNS,
    rows,
    idOf,
    // A new list in every render, as a choice that is read from the browser is.
    shown: shown && [...shown],
    sort,
    onSort: setSort,
    meta: { unit: 'kip' },
  });
  const { chosen, clear } = gridSelection(grid);
  const current = useRowKeys({ table: grid, attribute: 'data-item', onOpen: () => {} });
  return (
    <>
      <DataGrid
        table={grid}
        caption="Goods"
        rowProps={(row) => ({ 'data-item': row.id, 'data-current': row.id === current })}
        card={(row) => (
          <li>
            <button type="button" onClick={() => selectRow(row)}>
              Card {row.id}
            </button>
          </li>
        )}
      />
      <output>{`${sort} ${chosen.map(idOf).join('')}`}</output>
      <button type="button" onClick={clear}>
        Clear
      </button>
    </>
  );
}

let setProps: (props: GridProps) => void;

function ChangingGrid({ first }: { first: GridProps }) {
  const [props, set] = useState(first);
  setProps = set;
  return <Grid {...props} />;
}

const change = (props: GridProps) => act(() => setProps(props));

const table = () => within(screen.getByRole('table', { name: 'Goods' }));
const headers = () => table().getAllByRole('columnheader');
const names = () => headers().map(({ textContent }) => textContent);
const state = () => screen.getByRole('status').textContent;
const box = (name: string) => table().getByRole<HTMLInputElement>('checkbox', { name });
const shiftClick = async (name: string) => {
  const user = userEvent.setup();
  await user.keyboard('{Shift>}');
  await user.click(box(name));
  await user.keyboard('{/Shift}');
};

it('chosen columns follow those that cannot be hidden, in their order', async () => {
  await renderIn('en', <ChangingGrid first={{ shown: ['status', 'gone', 'price'] }} />);
  expect(names().slice(1)).toEqual(['Name', 'State', 'Price']);
  const cells = within(table().getAllByRole('row')[2] as HTMLElement).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['', 'b', 'ok', '2 kip']);
  change({ shown: [] });
  expect(names().slice(1)).toEqual(['Name']);
  change({});
  expect(names().slice(1)).toEqual(['Name', 'Price', 'State']);
});

it('column widths leave the rest to the last column if every column has one', async () => {
  await renderIn('en', <Grid />);
  const widths = [...document.querySelectorAll('col')].map((col) => col.getAttribute('width'));
  expect(widths).toEqual(['50', '100', '90', null]);
});

it('table and cards scroll in a named area that the keyboard reaches', async () => {
  await renderIn('en', <Grid />);
  const areas = [
    screen.getByRole('group', { name: 'Goods' }),
    screen.getByRole('list', { name: 'Goods' }),
  ];
  expect(areas.map(({ tabIndex }) => tabIndex)).toEqual([0, 0]);
  expect(areas.every(({ classList }) => classList.contains('o-scroll'))).toBe(true);
});

it('header sorts descending first, then ascending, and says so', async () => {
  await renderIn('en', <Grid />);
  const order = () => headers().map((header) => header.getAttribute('aria-sort'));
  expect(order()).toEqual([null, null, 'none', null]);
  const price = () => table().getByRole('button', { name: 'Price' });
  await userEvent.click(price());
  expect([state(), order()[2]]).toEqual(['price_desc ', 'descending']);
  await userEvent.click(price());
  expect([state(), order()[2]]).toEqual(['price_asc ', 'ascending']);
  await userEvent.click(price());
  expect([state(), order()[2]]).toEqual(['price_desc ', 'descending']);
});

it('column that is always sorted says so and has no button', async () => {
  await renderIn('en', <Grid first="newest" />);
  expect(headers()[1]?.getAttribute('aria-sort')).toBe('descending');
  expect(table().queryByRole('button', { name: 'Name' })).toBeNull();
});

it('rows are selected one by one, in ranges by the Shift key, and all at once', async () => {
  await renderIn('en', <Grid />);
  await userEvent.click(box('Select d'));
  await userEvent.click(box('Select b'));
  expect([state(), box('Select all').indeterminate]).toEqual(['undefined bd', true]);
  await shiftClick('Select d');
  expect(state()).toBe('undefined bcd');
  await userEvent.click(box('Select a'));
  expect([box('Select all').checked, box('Select all').indeterminate]).toEqual([true, false]);
  await userEvent.click(box('Select all'));
  expect(state()).toBe('undefined ');
  await userEvent.click(screen.getByRole('button', { name: 'Card c' }));
  expect(state()).toBe('undefined c');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(state()).toBe('undefined ');
});

it('keys move and select, and a range starts at the row that was last selected', async () => {
  await renderIn('en', <Grid />);
  await userEvent.keyboard('jx');
  await userEvent.keyboard('jj');
  expect(document.querySelector('[data-current="true"]')?.getAttribute('data-item')).toBe('c');
  await userEvent.keyboard('{Shift>}x{/Shift}');
  expect(state()).toBe('undefined abc');
  await userEvent.keyboard('x');
  expect(state()).toBe('undefined ab');
  await userEvent.keyboard('{Escape}');
  expect(state()).toBe('undefined ');
});

it('row that leaves the list leaves the selection', async () => {
  await renderIn('en', <ChangingGrid first={{}} />);
  await userEvent.click(box('Select all'));
  change({ rows: ITEMS.slice(2) });
  expect([state(), box('Select all').checked]).toEqual(['undefined cd', true]);
});

it('range whose first row has left the list selects one row', async () => {
  await renderIn('en', <ChangingGrid first={{}} />);
  await userEvent.click(box('Select a'));
  change({ rows: ITEMS.slice(1) });
  await shiftClick('Select d');
  expect(state()).toBe('undefined d');
});

it('grid is shown once its list is loaded, else its state', async () => {
  const query = { data: undefined, error: new Error('down'), isPlaceholderData: false };
  const list = { ...query, isPending: false, refetch: async () => ({}) as never };
  const states = (given: Partial<typeof list>, isEmpty = false) => (
    <DataGridStates
      list={{ ...list, ...given }}
      isEmpty={isEmpty}
      Skeleton={() => 'loading'}
      Failed={({ error }) => String(error)}
      empty="empty"
    >
      grid
    </DataGridStates>
  );
  const { rerender, container } = await renderIn('en', states({ isPending: true }));
  expect(container.textContent).toBe('loading');
  rerender(states({}));
  expect(container.textContent).toBe('Error: down');
  const loaded = { data: {} as never, isPlaceholderData: true };
  rerender(states(loaded, true));
  expect(container.textContent).toBe('empty');
  rerender(states(loaded));
  expect(container.textContent).toBe('grid');
  expect(container.firstElementChild?.getAttribute('aria-busy')).toBe('true');
});
