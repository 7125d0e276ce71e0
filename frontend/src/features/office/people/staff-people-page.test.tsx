// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { staffMe, staffMember } from '@/testing/staff-people';
import { StaffContext, type StaffMember } from '../staff-access';
import { StaffPeoplePage } from './StaffPeoplePage';

const PEOPLE = '/api/staff/people';
const peoplePage = (data: StaffMember[], next: string | null = null) =>
  Response.json({ success: true, data, next_cursor: next });
const SISOUK = staffMember({ cus_id: 2, fname: 'Sisouk', lname: 'Vong', role: 'clerk' });

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
  };
});

type Answers = Parameters<typeof fakeApi>[0];

async function open(answers: Answers = {}, people: StaffMember[] = [staffMember(), SISOUK]) {
  const requests = fakeApi({
    [`GET ${PEOPLE}`]: () => peoplePage(people),
    'GET /api/v1/branch': () => jsonResponse([{ b_id: 4, b_name_eng: 'Sikhay' }]),
    ...answers,
  });
  await renderPage({
    path: '/staff/people',
    page: () => (
      <StaffContext value={staffMe('manager')}>
        <StaffPeoplePage />
        <Toasts />
      </StaffContext>
    ),
    leadsTo: ['/staff/audit', '/staff/orders', '/staff/customers/$cusId'],
  });
  return () => requests.filter(({ method }) => method !== 'GET');
}

const table = () => screen.findByRole('table', { name: 'People, roles' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1);
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));

async function fillIn(values: Record<string, string>) {
  const [add] = await screen.findAllByRole('button', { name: 'Add a person' });
  await userEvent.click(add as HTMLElement);
  const form = dialog('Add a person');
  for (const [label, value] of Object.entries(values)) {
    await userEvent.type(form.getByLabelText(new RegExp(`^${label}`)), value);
  }
  return form;
}

it('list has name, number and role, and marks the signed-in person', async () => {
  await open();
  const [own, other] = await rows();
  expect(own?.textContent).toContain('Chantha Phimmasone · you');
  expect(own?.textContent).toContain('020 2211 0190');
  expect(own?.textContent).toContain('Manager');
  expect(other?.textContent).toContain('Clerk');
  expect(other?.textContent).not.toContain('· you');
});

it('button below the list loads further people, and can be pressed again if that fails', async () => {
  const cursors: (string | null)[] = [];
  let fails = true;
  await open({
    [`GET ${PEOPLE}`]: ({ url }) => {
      const cursor = new URL(url, 'http://shop.invalid').searchParams.get('cursor');
      cursors.push(cursor);
      if (cursor === null) return peoplePage([staffMember()], '1');
      return fails ? problemResponse(400, { code: 'invalid_argument' }) : peoplePage([SISOUK]);
    },
  });
  expect(await rows()).toHaveLength(1);
  const views = screen.getByRole('navigation', { name: 'Views' });
  expect(views.textContent).not.toMatch(/\d/);
  const more = screen.getByRole('button', { name: 'Show more people' });
  await userEvent.click(more);
  await screen.findByText(/^More people could not be loaded\./);
  fails = false;
  await userEvent.click(more);
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect((await rows())[1]?.textContent).toContain('Sisouk Vong');
  expect(screen.queryByRole('button', { name: 'Show more people' })).toBeNull();
  expect(views.textContent).toMatch(/2/);
  expect(cursors).toEqual([null, '1', '1']);
});

it('new person is sent with the role, and the password is shown until it is dismissed', async () => {
  const sent = await open({
    [`POST ${PEOPLE}`]: () =>
      jsonResponse({ account: SISOUK, temporary_password: 'kh4mm0yd7wq2hn5t' }, 201),
  });
  const form = await fillIn({
    'First name': 'Sisouk',
    'Family name': 'Vong',
    Phone: '02055512345',
  });
  form.getByText(/^Edits products, imports and exports the catalog/);
  await userEvent.click(form.getByRole('radio', { name: /^Editor/ }));
  await userEvent.click(form.getByRole('button', { name: 'Add a person' }));
  const heading = await screen.findByRole('heading', { name: 'Password of Sisouk Vong' });
  expect(sent().map(({ body }) => body)).toEqual([
    { fname: 'Sisouk', lname: 'Vong', phone: '02055512345', role: 'editor' },
  ]);
  expect(document.activeElement).toBe(heading);
  screen.getByText('kh4mm0yd7wq2hn5t');
  // `userEvent.setup` installs a clipboard, which jsdom lacks.
  await userEvent.setup().click(screen.getByRole('button', { name: 'Copy the password' }));
  expect(await navigator.clipboard.readText()).toBe('kh4mm0yd7wq2hn5t');
  await screen.findByRole('button', { name: 'Copied' });
  await userEvent.click(screen.getByRole('button', { name: 'I have passed it on' }));
  expect(screen.queryByText('kh4mm0yd7wq2hn5t')).toBeNull();
});

it('person without phone and e-mail is not sent', async () => {
  const sent = await open();
  const form = await fillIn({ 'First name': 'Sisouk', 'Family name': 'Vong' });
  await userEvent.click(form.getByRole('button', { name: 'Add a person' }));
  await form.findByText('Please enter a phone number or an e-mail address');
  expect(sent()).toEqual([]);
});

it('account that existed keeps its password', async () => {
  await open({
    [`POST ${PEOPLE}`]: () => jsonResponse({ account: SISOUK, temporary_password: null }, 201),
  });
  const form = await fillIn({ 'First name': 'S', 'Family name': 'V', 'E-mail': 's@heuan.example' });
  await userEvent.click(form.getByRole('button', { name: 'Add a person' }));
  await screen.findByRole('heading', { name: 'Sisouk Vong now belongs to the staff' });
});

it('account that never confirmed the number is named, with a link to its page', async () => {
  await open({
    [`POST ${PEOPLE}`]: () =>
      problemResponse(409, {
        reason: 'identifier_unverified',
        account: { cus_id: 100001, name: 'Noy Keo', created_at: '2026-11-21T15:31:00+07:00' },
      }),
  });
  const form = await fillIn({ 'First name': 'S', 'Family name': 'V', Phone: '02055512345' });
  await userEvent.click(form.getByRole('button', { name: 'Add a person' }));
  const alert = within(await form.findByRole('alert'));
  alert.getByText(/^Noy Keo \(customer 100001, since .*2026\) registered with this number/);
  alert.getByText(/give it the role on the page of the customer/);
  const link = alert.getByRole('link', { name: 'Open customer 100001' });
  expect(link.getAttribute('href')).toBe('/staff/customers/100001');
});

it('changed role is sent for the person of the row', async () => {
  const sent = await open({
    [`PATCH ${PEOPLE}/2`]: () => jsonResponse({ ...SISOUK, role: 'editor' }),
  });
  await table();
  await userEvent.click(screen.getByRole('button', { name: 'Role of Sisouk Vong: Clerk, change' }));
  const form = dialog('Role of Sisouk Vong');
  const save = form.getByRole('button', { name: 'Change the role' });
  expect(save).toHaveProperty('disabled', true);
  await userEvent.click(form.getByRole('radio', { name: /^Editor/ }));
  await userEvent.click(save);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PATCH', `${PEOPLE}/2`, { role: 'editor' }],
  ]);
});

it('home branch is chosen from the branches of the shop and saved at once', async () => {
  let branchId: number | null = null;
  const sent = await open({
    [`GET ${PEOPLE}`]: () => peoplePage([staffMember(), { ...SISOUK, home_branch_id: branchId }]),
    [`PUT ${PEOPLE}/2/branch`]: ({ body }) => {
      branchId = (body as { branch_id: number | null }).branch_id;
      return jsonResponse({ ...SISOUK, home_branch_id: branchId });
    },
  });
  const control = async () =>
    within(await table()).findByRole<HTMLSelectElement>('combobox', {
      name: 'Home branch of Sisouk Vong',
    });
  await within(await control()).findByRole('option', { name: 'Sikhay' });
  await userEvent.selectOptions(await control(), 'Sikhay');
  await screen.findByText('Sisouk Vong now sees the orders of Sikhay first');
  await waitFor(async () => expect((await control()).value).toBe('4'));
  await waitFor(async () => expect((await control()).disabled).toBe(false));
  await userEvent.selectOptions(await control(), 'None');
  await screen.findByText('Sisouk Vong now sees the orders of all branches');
  expect(sent().map(({ body }) => body)).toEqual([{ branch_id: 4 }, { branch_id: null }]);
});

it('refused branch stays as it was, with what to do', async () => {
  await open(
    {
      [`PUT ${PEOPLE}/2/branch`]: () =>
        problemResponse(400, { code: 'invalid_argument', field: 'branch_id' }),
    },
    [staffMember(), { ...SISOUK, home_branch_id: 9 }],
  );
  const control = await within(await table()).findByRole<HTMLSelectElement>('combobox', {
    name: 'Home branch of Sisouk Vong',
  });
  await within(control).findByRole('option', { name: 'Closed branch 9' });
  await userEvent.selectOptions(control, 'Sikhay');
  await screen.findByText('The shop no longer has this branch. Choose another one.');
  await waitFor(() => expect(control.value).toBe('9'));
});

it('removal is confirmed by name, and refused for the last manager', async () => {
  const sent = await open({
    [`DELETE ${PEOPLE}/1`]: () => problemResponse(409, { reason: 'last_manager' }),
  });
  await table();
  await userEvent.click(
    screen.getByRole('button', { name: 'Remove access of Chantha Phimmasone' }),
  );
  const question = dialog('Remove the access of Chantha Phimmasone?');
  question.getByText(/This is your own access/);
  expect(sent()).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Remove access' }));
  await question.findByText('This is the last manager. Make another person manager first.');
});

it.each([
  ['blocked', /^The account of this person is blocked/],
  ['erasing', /^The account of this person is being deleted/],
])('removal refused as %s says what to do', async (reason, text) => {
  await open({ [`DELETE ${PEOPLE}/1`]: () => problemResponse(409, { reason }) });
  await table();
  await userEvent.click(
    screen.getByRole('button', { name: 'Remove access of Chantha Phimmasone' }),
  );
  const question = dialog('Remove the access of Chantha Phimmasone?');
  await userEvent.click(question.getByRole('button', { name: 'Remove access' }));
  await question.findByText(text);
});

it('failed list shows an error and can be retried', async () => {
  let fails = true;
  await open({
    [`GET ${PEOPLE}`]: () =>
      fails ? problemResponse(400, { code: 'invalid_argument' }) : peoplePage([SISOUK]),
  });
  await screen.findByRole('heading', { name: 'The list could not be loaded' });
  fails = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});

it('list that the role does not allow shows a message', async () => {
  await open({ [`GET ${PEOPLE}`]: () => problemResponse(403, { reason: 'role' }) });
  await screen.findByRole('heading', { name: 'Your role does not allow this' });
});

it('person without a home branch reads so while the branches load, and choosing none saves nothing', async () => {
  const sent = await open({ 'GET /api/v1/branch': () => new Promise<Response>(() => {}) });
  const control = await within(await table()).findByRole<HTMLSelectElement>('combobox', {
    name: 'Home branch of Sisouk Vong',
  });
  expect(control.selectedOptions[0]?.textContent).toBe('None');
  fireEvent.change(control, { target: { value: '' } });
  expect(control.disabled).toBe(false);
  expect(sent()).toEqual([]);
});

it('home branch of a person is named by its number if the branches failed to load', async () => {
  await open({ 'GET /api/v1/branch': () => problemResponse(400) }, [
    staffMember(),
    { ...SISOUK, home_branch_id: 4 },
  ]);
  const field = await within(await table()).findByRole<HTMLSelectElement>('combobox', {
    name: 'Home branch of Sisouk Vong',
  });
  await screen.findByRole('alert');
  expect(field.selectedOptions[0]?.textContent).toBe('Branch 4');
});
