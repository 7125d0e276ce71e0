// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { StaffImportsPage } from './StaffImportsPage';
import type { CatalogImport, ImportDetail, ImportPage } from './staff-imports-api';

const IMPORTS = '/api/staff/imports';
const ID = '0193a1b2c3d4e5f60718293a4b5c6d7e';

const shownImport = (change: Partial<CatalogImport> = {}): CatalogImport => ({
  import_id: ID,
  state: 'ready',
  file_name: 'price-list.csv',
  bytes: 4200,
  received: 4200,
  replace: false,
  by: { cus_id: 1, name: 'Chantha Phimmasone' },
  created_at: '2026-11-21T15:40:00+07:00',
  ended_at: null,
  progress: null,
  fault_count: 0,
  tables: [
    {
      table: 'products',
      added: 0,
      changed: 2,
      removed: 0,
      columns: ['pro_id', 'price'],
      edited: [{ column: 'price', edited: 1, overwritten: 1 }],
      prices: { removed: 0, removed_hidden: 0, halved: 0, halved_hidden: 0 },
      rows: [
        {
          kind: 'changed',
          id: '101002',
          name_la: 'ຊີມັງ',
          name_en: 'Cement',
          field: 'price',
          from: '58000',
          to: '59500',
        },
      ],
    },
  ],
  error: null,
  error_code: null,
  error_values: {},
  can_repeat: false,
  preview_outdated: false,
  preview: 'first',
  ends_demo: false,
  ...change,
});

const detail = (change: Partial<CatalogImport> = {}, diagnostics: ImportDetail['faults'] = []) => ({
  import: shownImport(change),
  faults: diagnostics,
  stored_faults: diagnostics.length,
});

afterEach(() => vi.restoreAllMocks());

async function open(
  at: string,
  answers: Parameters<typeof fakeApi>[0] = {},
  available = true,
  change: Partial<ImportPage> = {},
) {
  const page = {
    success: true,
    data: [shownImport({ state: 'applied' })],
    next_cursor: null,
    available,
    unavailable_reason: available ? null : 'the folder is not mounted',
    unavailable_code: available ? null : 'of_a_later_release',
    max_bytes: 512_000_000,
    ...change,
  };
  const requests = fakeApi({ [`GET ${IMPORTS}`]: () => Response.json(page), ...answers });
  const { router } = await renderPage({
    path: '/staff/imports',
    at,
    page: () => (
      <>
        <StaffImportsPage />
        <Toasts />
      </>
    ),
  });
  return { requests, address: () => router.state.location.searchStr };
}

const changes = ({ requests }: Awaited<ReturnType<typeof open>>) =>
  requests.filter(({ method }) => method !== 'GET').map(({ method, url }) => `${method} ${url}`);

it('file is sent in parts, checked, and applied after its preview', async () => {
  let state: CatalogImport['state'] = 'ready';
  const sent: number[] = [];
  const opened = await open('/staff/imports', {
    [`POST ${IMPORTS}`]: () => jsonResponse(shownImport({ state: 'uploading' }), 201),
    [`PUT ${IMPORTS}/${ID}/content`]: ({ url }) => {
      const offset = Number(new URL(url, 'http://x').searchParams.get('offset'));
      sent.push(offset);
      return jsonResponse({ received: Math.min(600_000, offset + 524_288) });
    },
    [`POST ${IMPORTS}/${ID}/check`]: () => jsonResponse(shownImport({ state: 'checking' }), 202),
    [`POST ${IMPORTS}/${ID}/apply`]: () => {
      state = 'applied';
      return jsonResponse(shownImport({ state }), 202);
    },
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ state })),
  });
  const file = new File(['x'.repeat(600_000)], 'price-list.csv');
  await userEvent.upload(
    await screen.findByLabelText('Choose a file', { selector: 'input' }),
    file,
  );
  const table = await screen.findByRole('table', { name: 'Products' });
  expect(sent).toEqual([0, 524_288]);
  expect(opened.requests.find(({ method }) => method === 'POST')?.body).toEqual({
    file_name: 'price-list.csv',
    bytes: 600_000,
    replace: false,
  });
  expect(opened.address()).toContain(ID);
  const [, row] = within(table).getAllByRole('row');
  expect(row?.textContent).toMatch(/Changed.*Cement.*101002.*price.*58000.*59500/);
  screen.getByText('price: overwrites what staff changed in 1 product');
  screen.getByText('The file changes these columns. All others stay.');
  await userEvent.click(screen.getByRole('button', { name: 'Apply 2' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Apply 2' })).toBeNull());
  expect(changes(opened).at(-1)).toBe(`POST ${IMPORTS}/${ID}/apply`);
  expect(opened.requests.find(({ path }) => path === `${IMPORTS}/${ID}/apply`)?.body).toEqual({
    preview: 'first',
  });
});

it('preview warns of a stock column that overwrites sales', async () => {
  const edited = [{ column: 'stock', edited: 2, overwritten: 2 }];
  const tables = shownImport().tables.map((table) => ({ ...table, edited }));
  await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ tables })),
  });
  await screen.findByText(
    'stock: overwrites what was sold, returned, received or counted since the last import, in 2 products',
  );
});

it('import whose preview is outdated is not applied, and its new preview says so', async () => {
  let isOutdated = false;
  const opened = await open(`/staff/imports?id=${ID}`, {
    [`POST ${IMPORTS}/${ID}/apply`]: () => {
      isOutdated = true;
      return problemResponse(409, { reason: 'preview_outdated' });
    },
    [`GET ${IMPORTS}/${ID}`]: () =>
      jsonResponse(
        isOutdated
          ? detail({
              preview_outdated: true,
              tables: shownImport().tables.map((table) => ({ ...table, removed: 5 })),
            })
          : detail(),
      ),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Apply 2' }));
  await screen.findByText(
    'The shop has changed since the preview. The file is being checked again.',
  );
  await screen.findByText(/The shop has changed since the last preview, so the file was checked/);
  await screen.findByRole('button', { name: 'Apply 7' });
  expect(changes(opened)).toEqual([`POST ${IMPORTS}/${ID}/apply`]);
});

it('import is not applied with a preview that another one replaced, and the new one is shown', async () => {
  let present = 'first';
  const applied: unknown[] = [];
  await open(`/staff/imports?id=${ID}`, {
    [`POST ${IMPORTS}/${ID}/apply`]: ({ body }) => {
      applied.push(body);
      // Another manager had the file checked again.
      present = 'second';
      return problemResponse(409, { reason: 'preview_replaced' });
    },
    [`GET ${IMPORTS}/${ID}`]: () =>
      jsonResponse(
        present === 'first'
          ? detail()
          : detail({
              preview: present,
              preview_outdated: true,
              tables: shownImport().tables.map((table) => ({ ...table, removed: 5 })),
            }),
      ),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Apply 2' }));
  await screen.findByText(/The file was checked again after you opened this preview/);
  await screen.findByText(/The shop has changed since the last preview, so the file was checked/);
  await userEvent.click(await screen.findByRole('button', { name: 'Apply 7' }));
  await waitFor(() => expect(applied).toEqual([{ preview: 'first' }, { preview: 'second' }]));
});

it('diagnostic has file, line, row, column, value and message', async () => {
  const diagnostic = {
    file: 'products.csv',
    line: 118,
    column: 'price',
    value: '58.000',
    row: '101002',
    reason: 'must be a whole number of kip, digits only (58.000)',
    is_warning: false,
    code: '',
    values: {},
  };
  await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () =>
      jsonResponse(detail({ state: 'faulty', fault_count: 1, tables: [] }, [diagnostic])),
  });
  const [, row] = within(await screen.findByRole('table', { name: 'Errors' })).getAllByRole('row');
  for (const part of ['products.csv', '118', '101002', 'price', '58.000', diagnostic.reason]) {
    expect(row?.textContent).toContain(part);
  }
  screen.getByText('Nothing was changed. Correct the file and upload it again.');
  expect(screen.queryByRole('button', { name: /^Apply/ })).toBeNull();
});

it('failed import says why in the language of the page, with its cause in English', async () => {
  const change = {
    state: 'failed',
    tables: [],
    error: 'nothing was changed: no answer',
    error_code: 'nothing_changed',
    error_values: { hint: 'no answer' },
  } as const;
  await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ ...change, tables: [] })),
  });
  const cause = await screen.findByText('no answer');
  expect(cause.lang).toBe('en');
  const reason = cause.closest<HTMLElement>('[role=alert]');
  expect(reason?.textContent).toBe(
    'The import did not succeed, and nothing was changed. The reason: no answer',
  );
  expect(reason?.lang).toBe('');
});

it('progress is shown while an import is applied', async () => {
  const progress = { phase: 'writing', done: 300, total: 1200 };
  await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ state: 'applying', progress })),
  });
  const bar = await screen.findByRole('progressbar', { name: 'Writing products' });
  expect(bar.getAttribute('value')).toBe('25');
});

it('history has person, time and kind, and a shop without the folder shows a message', async () => {
  await open('/staff/imports', {}, false);
  const entry = await screen.findByRole('link', { name: /price-list\.csv/ });
  expect(entry.textContent).toContain('21 Nov 2026, 15:40 · Chantha Phimmasone · 2 changed');
  expect(entry.textContent).toContain('Done');
  screen.getByText('the folder is not mounted');
  expect(screen.queryByRole('button', { name: 'Choose a file' })).toBeNull();
});

it('one table is exported as CSV', async () => {
  const create = vi.fn(() => 'blob:x');
  Object.assign(URL, { createObjectURL: create, revokeObjectURL: () => {} });
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { requests } = await open('/staff/imports', {
    'POST /api/staff/export': () => new Response('pro_id\r\n'),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Products' }));
  await waitFor(() => expect(click).toHaveBeenCalled());
  expect(requests.find(({ path }) => path === '/api/staff/export')?.body).toEqual({
    table: 'products',
    format: 'csv',
  });
  await userEvent.click(screen.getByRole('radio', { name: 'Excel (XLSX)' }));
  await userEvent.click(screen.getByRole('button', { name: 'Groups' }));
  await waitFor(() => expect(click).toHaveBeenCalledTimes(2));
  expect(requests.filter(({ path }) => path === '/api/staff/export')[1]?.body).toEqual({
    table: 'groups',
    format: 'xlsx',
  });
});

it('proposed mapping is corrected and used for the same file', async () => {
  const proposal = {
    file: 'mapping.toml',
    line: null,
    column: '',
    value: '',
    row: '',
    reason: '# A mapping that may fit\nformat = "own"\n[id]\nkeys = [["Artikel"]]\n',
    is_warning: false,
    code: '',
    values: {},
  };
  const unknown = { ...proposal, file: 'stock.xlsx', line: 1, reason: 'columns are not known' };
  const opened = await open('/staff/imports', {
    [`POST ${IMPORTS}`]: () => jsonResponse(shownImport({ state: 'uploading' }), 201),
    [`PUT ${IMPORTS}/${ID}/content`]: () => jsonResponse({ received: 3 }),
    [`POST ${IMPORTS}/${ID}/check`]: () => jsonResponse(shownImport({ state: 'checking' }), 202),
    [`GET ${IMPORTS}/${ID}`]: () =>
      jsonResponse(
        detail({ state: 'faulty', file_name: 'stock.xlsx', fault_count: 1, tables: [] }, [
          unknown,
          proposal,
        ]),
      ),
  });
  await userEvent.upload(
    await screen.findByLabelText('Choose a file', { selector: 'input' }),
    new File(['abc'], 'stock.xlsx'),
  );
  const field = await screen.findByRole('textbox', { name: 'Mapping of the columns' });
  expect(within(screen.getByRole('table', { name: 'Errors' })).getAllByRole('row')).toHaveLength(2);
  screen.getByText('1 error');
  await userEvent.type(field, '# kept');
  await userEvent.click(screen.getByRole('button', { name: 'Check again with this mapping' }));
  const begun = () =>
    opened.requests.filter(({ method, path }) => method === 'POST' && path === IMPORTS);
  await waitFor(() => expect(begun()).toHaveLength(2));
  expect(begun()[0]?.body).not.toHaveProperty('mapping');
  expect(begun()[1]?.body).toMatchObject({
    file_name: 'stock.xlsx',
    mapping: `${proposal.reason}# kept`,
  });
});

it('mapping file is used for the next upload', async () => {
  const opened = await open('/staff/imports', {
    [`POST ${IMPORTS}`]: () => jsonResponse(shownImport({ state: 'uploading' }), 201),
    [`PUT ${IMPORTS}/${ID}/content`]: () => jsonResponse({ received: 3 }),
    [`POST ${IMPORTS}/${ID}/check`]: () => jsonResponse(shownImport({ state: 'checking' }), 202),
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail()),
  });
  const add = await screen.findByLabelText('Add a mapping file', { selector: 'input' });
  await userEvent.upload(add, new File(['format = "own"'], 'supplier.toml'));
  await screen.findByText('supplier.toml');
  await userEvent.upload(
    screen.getByLabelText('Choose a file', { selector: 'input' }),
    new File(['abc'], 'stock.csv'),
  );
  await waitFor(() =>
    expect(opened.requests.find(({ method }) => method === 'POST')?.body).toMatchObject({
      mapping: 'format = "own"',
    }),
  );
});

it('former import is repeated from its stored file', async () => {
  const NEXT = '0193a1b2c3d4e5f60718293a4b5c6d7f';
  const page = await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ state: 'applied', can_repeat: true })),
    [`POST ${IMPORTS}/${ID}/repeat`]: () => jsonResponse(shownImport({ import_id: NEXT }), 202),
    [`GET ${IMPORTS}/${NEXT}`]: () => jsonResponse(detail({ import_id: NEXT })),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Repeat this import' }));
  await waitFor(() => expect(page.address()).toBe(`?id=${NEXT}`));
  expect(changes(page)).toEqual([`POST ${IMPORTS}/${ID}/repeat`]);
});

it('preview that ends the demo says what follows before it is applied', async () => {
  await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ ends_demo: true })),
  });
  const notice = await screen.findByText(/must set up two-step sign-in/);
  expect(notice.closest('[role=status]')?.textContent).toMatch(
    /^This ends the demo\. Test payments with QR codes/,
  );
  const bar = within(screen.getByRole('region', { name: 'Apply the import' }));
  bar.getByText(/This ends the demo/);
  bar.getByRole('button', { name: 'Apply 2' });
});

it('preview counts visible and hidden products that lose their price or half of it', async () => {
  const [products] = shownImport().tables;
  const prices = { removed: 3, removed_hidden: 2, halved: 3, halved_hidden: 1 };
  const tables = products && [{ ...products, prices }];
  await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ tables: tables ?? [] })),
  });
  await screen.findByText('1 product loses its price and is no longer sold.');
  screen.getByText(
    '2 hidden products lose their price: when they are shown again, they are not for sale.',
  );
  screen.getByText('The prices of 2 products fall by more than half.');
  screen.getByText('The price of 1 hidden product falls by more than half.');
  expect(screen.queryByText('This ends the demo.')).toBeNull();
});

it('import without a change is done, in the list and on its page', async () => {
  const nothing = { state: 'applied', tables: [] } as const;
  await open(
    `/staff/imports?id=${ID}`,
    { [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ ...nothing, tables: [] })) },
    true,
    { data: [shownImport({ ...nothing, tables: [] })] },
  );
  await screen.findByText('The shop has all of this already.');
  expect(await screen.findAllByText('Nothing to change')).toHaveLength(2);
  expect(screen.queryByText('To apply')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
});

it.each([
  ['checked by an earlier release without a change', 'ready', 'Nothing to change'],
  ['not uploaded completely', 'uploading', 'Uploading'],
  ['faulty', 'faulty', 'Errors'],
  ['failed', 'failed', 'Failed'],
] as const)('import that is %s is discarded, not applied', async (_, state, text) => {
  let shown: CatalogImport['state'] = state;
  const opened = await open(`/staff/imports?id=${ID}`, {
    [`GET ${IMPORTS}/${ID}`]: () => jsonResponse(detail({ state: shown, tables: [] })),
    [`DELETE ${IMPORTS}/${ID}`]: () => {
      shown = 'cancelled';
      return jsonResponse(shownImport({ state: shown, tables: [] }));
    },
  });
  const bar = within(await screen.findByRole('region', { name: 'Discard' }));
  bar.getByText(text);
  expect(bar.queryByRole('button', { name: /^Apply/ })).toBeNull();
  await userEvent.click(bar.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Discard' })).toBeNull());
  expect(changes(opened)).toEqual([`DELETE ${IMPORTS}/${ID}`]);
});
