// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { descriptionOf } from '@/testing/form-control';
import { renderPage } from '@/testing/render-page';
import type { ContentDetail } from './content-api';
import { blankBody } from './content-schema';
import { StaffContentItemPage } from './StaffContentItemPage';
import { StaffContentPage } from './StaffContentPage';

const CONTENT = '/api/staff/content';
const TYPES = [{ promo_type_id: 1, promo_type_name: 'ປະຈຳເດືອນ', promo_type_name_en: 'Monthly' }];

const promotion = (version: string, change: object = {}): ContentDetail =>
  ({
    kind: 'promotion',
    item_id: '3',
    version,
    body: {
      ...blankBody('promotion'),
      title: { la: 'ຫຼຸດລາຄາ', en: 'Deals' },
      promo_type_id: 1,
      ends: '2126-12-31',
      published: true,
      ...change,
    },
    changes: [],
    changes_cursor: null,
  }) as unknown as ContentDetail;

async function openItem(answers: Parameters<typeof fakeApi>[0]) {
  const requests = fakeApi({
    'GET /api/v1/pomotion/type': () => jsonResponse(TYPES),
    [`GET ${CONTENT}/promotion/3`]: () => jsonResponse(promotion('a')),
    ...answers,
  });
  await renderPage({
    path: '/staff/content/$contentKey',
    at: '/staff/content/promotion~3',
    page: () => (
      <>
        <StaffContentItemPage preview={() => null} />
        <Toasts />
      </>
    ),
    leadsTo: ['/staff/content'],
  });
  await screen.findByRole('region', { name: 'Texts and picture' });
  return { sent: () => requests.filter(({ method }) => method !== 'GET') };
}

const texts = () => within(screen.getByRole('region', { name: 'Texts and picture' }));

it('list marks what is scheduled and what is missing in one language', async () => {
  fakeApi({
    [`GET ${CONTENT}/promotion`]: () =>
      Response.json({
        success: true,
        data: [
          promotion('a', { starts: '2126-12-01' }),
          { ...promotion('b', { title: { la: '', en: 'Old' }, published: false }), item_id: '4' },
        ],
        next_cursor: null,
      }),
  });
  await renderPage({
    path: '/staff/content',
    at: '/staff/content',
    page: () => <StaffContentPage />,
    leadsTo: ['/staff/content/$contentKey'],
  });
  const [first, second] = within(
    await screen.findByRole('list', { name: 'Promotions' }),
  ).getAllByRole('listitem');
  expect(first?.textContent).toContain('Deals');
  expect(first?.textContent).toContain('Scheduled');
  expect(second?.textContent).toContain('1 text in one language only');
  expect(second?.textContent).toContain('Not published');
  const link = within(first as HTMLElement).getByRole('link', { name: 'Deals' });
  expect(link.getAttribute('href')).toBe('/staff/content/promotion~3');
});

it('save sends the whole body with the version it was made from', async () => {
  const { sent } = await openItem({
    [`PUT ${CONTENT}/promotion/3`]: () =>
      jsonResponse({
        content: promotion('b', { title: { la: 'ຫຼຸດລາຄາ', en: 'Big deals' } }),
        change_id: 'c1',
      }),
  });
  const title = texts().getByLabelText('TitleEnglish');
  await userEvent.clear(title);
  await userEvent.type(title, 'Big deals');
  fireEvent.keyDown(document, { code: 'KeyS', ctrlKey: true });
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({
    version: 'a',
    body: { title: { la: 'ຫຼຸດລາຄາ', en: 'Big deals' } },
  });
  await screen.findByText('Saved');
  expect(screen.queryByRole('region', { name: 'Save' })).toBeNull();
});

it('change of another person is shown, and typed text is kept', async () => {
  const { sent } = await openItem({
    [`PUT ${CONTENT}/promotion/3`]: () =>
      problemResponse(409, {
        code: 'conflict',
        reason: 'content_changed',
        content: promotion('b', { ends: '2127-01-31' }),
      }),
  });
  const title = texts().getByLabelText('TitleEnglish');
  await userEvent.clear(title);
  await userEvent.type(title, 'Mine');
  fireEvent.keyDown(document, { code: 'KeyS', ctrlKey: true });
  const bar = await screen.findByRole('alert');
  expect(bar.textContent).toContain('Last day');
  expect((title as HTMLInputElement).value).toBe('Mine');
  expect((screen.getByLabelText('Last day') as HTMLInputElement).value).toBe('2127-01-31');
  fireEvent.keyDown(document, { code: 'KeyS', ctrlKey: true });
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toMatchObject({ version: 'b' });
});

it('second line of a menu entry that has none is added and sent', async () => {
  const entry = { id: 1, label: { la: 'ຮ້ານ', en: 'Shop' }, href: '/shop', children: [] };
  const menu = (sublabel: object | null) => ({
    ...promotion('a'),
    kind: 'menu',
    item_id: 'menu',
    body: { items: [{ ...entry, sublabel }] },
  });
  const requests = fakeApi({
    [`GET ${CONTENT}/menu/menu`]: () => jsonResponse(menu(null)),
    [`PUT ${CONTENT}/menu/menu/draft`]: () => jsonResponse(menu({ la: 'ສິນຄ້າ', en: 'Products' })),
  });
  await renderPage({
    path: '/staff/content/$contentKey',
    at: '/staff/content/menu~menu',
    page: () => <StaffContentItemPage preview={() => null} />,
    leadsTo: ['/staff/content'],
  });
  const fields = await screen.findAllByLabelText(/^Second line/);
  await userEvent.type(fields[0] as HTMLElement, 'ສິນຄ້າ');
  await userEvent.type(fields[1] as HTMLElement, 'Products');
  await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      body: { items: [{ ...entry, sublabel: { la: 'ສິນຄ້າ', en: 'Products' } }] },
    }),
  );
});

it.each(['1.5', '2e3', '-3', 'x'])(
  'position typed as %s is refused beside the field, stays as typed and is not saved',
  async (text) => {
    const { sent } = await openItem({});
    const position = screen.getByRole<HTMLInputElement>('textbox', { name: 'Order' });
    await userEvent.clear(position);
    await userEvent.type(position, text);
    await userEvent.tab();
    expect(position.value).toBe(text);
    expect(position.getAttribute('aria-invalid')).toBe('true');
    expect(descriptionOf(position)).toBe('Write a whole number, such as 12');
    fireEvent.keyDown(document, { code: 'KeyS', ctrlKey: true });
    await screen.findByText('Not saved');
    expect(sent()).toEqual([]);
  },
);

it.each(['12', '໑໒', '๑๒', '１２'])('position typed as %s is saved as 12', async (text) => {
  const { sent } = await openItem({
    [`PUT ${CONTENT}/promotion/3`]: () =>
      jsonResponse({ content: promotion('b', { position: 12 }), change_id: 'c1' }),
  });
  const position = screen.getByRole<HTMLInputElement>('textbox', { name: 'Order' });
  await userEvent.clear(position);
  await userEvent.type(position, text);
  expect(position.value).toBe(text);
  fireEvent.keyDown(document, { code: 'KeyS', ctrlKey: true });
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ body: { position: 12 } });
});

it('promotion is saved with a new type', async () => {
  const { sent } = await openItem({
    [`PUT ${CONTENT}/promotion/3`]: () =>
      jsonResponse({ content: promotion('b', { promo_type_id: 2 }), change_id: 'c1' }),
  });
  await userEvent.selectOptions(screen.getByLabelText('Type'), 'New type…');
  const [la, en] = screen.getAllByLabelText(/^Name of the new type/);
  await userEvent.type(la as HTMLElement, 'ເປີດຮ້ານ');
  await userEvent.type(en as HTMLElement, 'Opening');
  fireEvent.keyDown(document, { code: 'KeyS', ctrlKey: true });
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({
    body: { promo_type_id: 0, new_type: { la: 'ເປີດຮ້ານ', en: 'Opening' } },
  });
  await waitFor(() => expect(screen.queryByLabelText(/^Name of the new type/)).toBeNull());
});
