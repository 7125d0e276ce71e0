// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { type Source, sources } from '@/testing/sources';
import { staffProduct } from '@/testing/staff-product';
import { LIST, openProducts, prepareProductsPage } from '@/testing/staff-products-page';
import type { ChoicesList } from './choices-list';
import { ProductsInput } from './content/ProductsInput';
import { PromotionTypeInput } from './content/PromotionTypeInput';
import { BranchField } from './order/BranchField';
import { valueText } from './product/field-texts';

prepareProductsPage();

const BRANCH = 'GET /api/v1/branch';
const NO_BRANCH = { branch_id: null, branch_name_la: null, branch_name_en: null };

function Branch({ first }: { first: number | null }) {
  const [value, setValue] = useState<number | null>(first);
  return <BranchField current={NO_BRANCH} value={value} error={undefined} onChange={setValue} />;
}

/** Renders the field of a branch, with the answers of the branch list in turn; the last one repeats. */
const openBranch = (...answers: (() => Response | Promise<Response>)[]) =>
  openChosenBranch(null, ...answers);

/** Like `openBranch`, with a branch that was chosen before. */
async function openChosenBranch(
  chosen: number | null,
  ...answers: (() => Response | Promise<Response>)[]
) {
  const left = [...answers];
  fakeApi({ [BRANCH]: () => ((left.length > 1 ? left.shift() : left[0]) as () => Response)() });
  await renderPage({ path: '/page', page: () => <Branch first={chosen} /> });
  return await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Branch' });
}

it('field says that its choices load', async () => {
  const field = await openBranch(() => new Promise<Response>(() => {}));
  expect(field.selectedOptions[0]?.textContent).toBe('Loading');
  expect(field.getAttribute('aria-busy')).toBe('true');
  expect(screen.getByRole('status').textContent).toBe('Loading');
  // It would move what is below it.
  expect(screen.getByRole('status').closest('.sr-only')).not.toBeNull();
});

it('choices that failed to load are announced and fetched again by keyboard', async () => {
  const field = await openBranch(
    () => problemResponse(400),
    () => problemResponse(400),
    () => jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }]),
  );
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The choices could not be loaded');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')).toContain(alert);
  const retry = screen.getByRole('button', { name: 'Try again' });
  retry.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(retry.getAttribute('aria-busy')).toBeNull());
  expect(document.activeElement).toBe(retry);
  expect(alert.textContent).toBe('The choices could not be loaded');
  await userEvent.keyboard('{Enter}');
  await within(field).findByRole('option', { name: 'Sikhay' });
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(field);
  await userEvent.selectOptions(field, 'Sikhay');
  expect(field.value).toBe('4');
});

it('field says that there is nothing to choose', async () => {
  await openBranch(() => jsonResponse([]));
  await screen.findByText('There is nothing to choose yet');
});

it('branch that was chosen before stays the choice while the branches are not known, and after it has closed', async () => {
  const field = await openChosenBranch(
    7,
    () => problemResponse(400),
    () => jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }]),
  );
  await screen.findByRole('alert');
  expect(field.selectedOptions[0]?.textContent).toBe('Branch 7');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await within(field).findByRole('option', { name: 'Sikhay' });
  expect(field.selectedOptions[0]?.textContent).toBe('Closed branch 7');
});

it('new product that is created while the categories load is saved once they have loaded', async () => {
  let load = () => {};
  const categories = new Promise<Response>((resolve) => {
    load = () => resolve(problemResponse(403, { reason: 'role' }));
  });
  const { sent } = await openProducts('/staff/products', {
    'GET /api/staff/content/categories': () => categories,
    [`POST ${LIST}`]: () => problemResponse(500),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New product' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New product' }));
  const create = dialog.getByRole('button', { name: 'Create' });
  await userEvent.click(create);
  expect(create.getAttribute('aria-busy')).toBeNull();
  await userEvent.type(dialog.getAllByLabelText(/^Name/)[1] as HTMLElement, 'Roller');
  await userEvent.click(create);
  expect(create.getAttribute('aria-busy')).toBe('true');
  expect(document.activeElement).toBe(create);
  expect(sent()).toEqual([]);
  load();
  await waitFor(() =>
    expect(sent().map(({ body }) => body)).toMatchObject([{ pro_name_en: 'Roller' }]),
  );
});

it('new product is not saved without a category while the categories are not known', async () => {
  const { sent } = await openProducts('/staff/products', {
    'GET /api/staff/content/categories': () => problemResponse(400),
    [`POST ${LIST}`]: () => problemResponse(500),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'New product' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New product' }));
  await userEvent.type(dialog.getAllByLabelText(/^Name/)[1] as HTMLElement, 'Roller');
  await dialog.findByRole('alert');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  const category = dialog.getByLabelText('Category');
  expect(document.activeElement).toBe(category);
  expect(sent()).toEqual([]);
  await userEvent.selectOptions(category, 'Without a category');
  await userEvent.click(dialog.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
});

it('filter whose choices failed to load offers another try', async () => {
  let fails = true;
  await openProducts('/staff/products', {
    'GET /api/v1/facet': () =>
      fails ? problemResponse(400) : jsonResponse({ brands: [{ brand: 'Kaenlek', count: 2 }] }),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Brand' }));
  const menu = within(screen.getByRole('group', { name: 'Brand' }));
  await menu.findByRole('alert');
  fails = false;
  menu.getByRole('button', { name: 'Try again' }).focus();
  await userEvent.keyboard('{Enter}');
  const brand = await menu.findByRole('button', { name: 'Kaenlek' });
  expect(document.activeElement).toBe(brand);
});

it('filter in the address whose choices failed to load shows its number as such, and then its name', async () => {
  let fails = true;
  await openProducts('/staff/products?category=2&group=201&brand=Kaenlek', {
    'GET /api/v1/category': () =>
      fails
        ? problemResponse(400)
        : jsonResponse([{ cat_id: 2, cat_name_la: 'ກະເບື້ອງ', cat_name_en: 'Tiles' }]),
    'GET /api/v1/facet': () => problemResponse(400),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Category: No. 2' }));
  const menu = within(screen.getByRole('group', { name: 'Category' }));
  await screen.findByRole('button', { name: 'Brand: Kaenlek' });
  fails = false;
  await userEvent.click(menu.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('button', { name: 'Category: Tiles' });
  await screen.findByRole('button', { name: 'Group: Floor tiles' });
});

it('product of a promotion that fails to load says so, and is fetched again', async () => {
  let fails = true;
  fakeApi({
    [`GET ${LIST}/101002`]: () => (fails ? problemResponse(400) : jsonResponse(staffProduct())),
  });
  await renderPage({
    path: '/page',
    page: () => (
      <ProductsInput ids={[101002]} label="Products" error={undefined} onChange={() => {}} />
    ),
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe('The product could not be loaded');
  const row = screen.getByRole('listitem');
  expect(row.textContent?.match(/101002/g)).toHaveLength(1);
  fails = false;
  await userEvent.click(within(row).getByRole('button', { name: 'Try again' }));
  await within(row).findByText('Portland cement');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('promotion type that is not known shows its number as such', async () => {
  fakeApi({ 'GET /api/v1/pomotion/type': () => problemResponse(400) });
  const control = {
    id: 'type',
    'aria-invalid': false,
    'aria-describedby': undefined,
    'data-changed': undefined,
    'data-missing': undefined,
  };
  await renderPage({
    path: '/page',
    page: () => (
      <PromotionTypeInput
        control={control}
        value={3}
        newType={undefined}
        error={undefined}
        onChange={() => {}}
      />
    ),
  });
  await screen.findByRole('alert');
  const field = screen.getByRole<HTMLSelectElement>('combobox');
  expect(field.selectedOptions[0]?.textContent).toBe('No. 3');
});

it('category of a changed product that is not known shows its number as such', () => {
  const t = (key: string, values?: Record<string, unknown>) => `${key} ${values?.id ?? ''}`.trim();
  const named = (state: ChoicesList['state']) => {
    const placesList = { state, error: null, retry: async () => {} };
    return valueText(t, { categories: [], groups: [], placesList }, 'cat_id', 12);
  };
  expect(named('failed')).toBe('office.choices.number 12');
  expect(named('loading')).toBe('state.loading');
});

const HAS_CHOICES = /<(select|SelectField|datalist|FilterChoices|SearchableChoices|Finder)\b/;
const READS_SERVER =
  /\buse(Infinite)?Query\(|\buse(BranchNames|BranchChoices|Taxonomy|FilterOptions|ProductOptions)\(/;
const SHOWS_STATE = /<ChoicesNote\b|\blist=\{|\bonRetry=\{/;
const LOSES_STATE = /\buse(Infinite)?Query\((?:[^()]|\([^()]*\))*\)\.data\b/;

/** Files with choices from the server that do not show whether they load or have failed. */
const hidesState = (checked: Source[]) =>
  checked
    .filter(
      ({ text }) =>
        LOSES_STATE.test(text) ||
        (HAS_CHOICES.test(text) && READS_SERVER.test(text) && !SHOWS_STATE.test(text)),
    )
    .map(({ path }) => path);

it('every field and filter with choices from the server shows their load state', () => {
  const select = "const { data = [] } = useQuery(query);\nreturn <select id='a'>";
  expect(hidesState([{ path: 'select', text: select }])).toEqual(['select']);
  const lost = 'const types = useQuery(typesQuery(code)).data ?? [];';
  expect(hidesState([{ path: 'lost', text: lost }])).toEqual(['lost']);
  const office = sources(/\.tsx?$/).filter(
    ({ path }) => path.startsWith('features/office/') && !path.includes('.test.'),
  );
  expect(hidesState(office)).toEqual([]);
});

const SHOWS_ID = /\?\.(?:name|label)\)? (?:\?\?|\|\|) String\(|\bname: String\(/;

it('no name of an entry that is not known is its bare number', () => {
  const bare = (checked: Source[]) =>
    checked.filter(({ text }) => SHOWS_ID.test(text)).map(({ path }) => path);
  const shown = 'branches.find((branch) => branch.id === id)?.name ?? String(id)';
  expect(bare([{ path: 'shown', text: shown }])).toEqual(['shown']);
  const office = sources(/\.tsx?$/).filter(
    ({ path }) => path.startsWith('features/office/') && !path.includes('.test.'),
  );
  expect(bare(office)).toEqual([]);
});
