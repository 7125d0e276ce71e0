// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { type Source, sources } from '@/testing/sources';
import { LIST, openProducts, prepareProductsPage } from '@/testing/staff-products-page';
import { BranchField } from './order/BranchField';

prepareProductsPage();

const BRANCH = 'GET /api/v1/branch';
const NO_BRANCH = { branch_id: null, branch_name_la: null, branch_name_en: null };

function Branch() {
  const [value, setValue] = useState<number | null>(null);
  return <BranchField current={NO_BRANCH} value={value} error={undefined} onChange={setValue} />;
}

/** Renders the field of a branch, with the answers of the branch list in turn; the last one repeats. */
async function openBranch(...answers: (() => Response | Promise<Response>)[]) {
  const left = [...answers];
  fakeApi({ [BRANCH]: () => ((left.length > 1 ? left.shift() : left[0]) as () => Response)() });
  await renderPage({ path: '/page', page: () => <Branch /> });
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
