// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import type { ContentDetail } from '../content-api';
import { StaffContentItemPage } from '../StaffContentItemPage';

const ITEM = '/api/staff/content/categories/categories';
const named = (en: string) => ({ la: en, en });
const group = (id: number, en: string) => ({ prog_id: id, name: named(en) });
const BODY = {
  categories: [
    {
      cat_id: 1,
      name: named('Paint'),
      img: '',
      groups: [group(11, 'Emulsion'), group(12, 'Enamel')],
    },
    { cat_id: 2, name: named('Lighting'), img: '', groups: [] },
  ],
};

const saved = (version: string, body: object = BODY) =>
  ({
    kind: 'categories',
    item_id: 'categories',
    version,
    body,
    changes: [],
    changes_cursor: null,
  }) as unknown as ContentDetail;

async function open(at: string, products = 0) {
  const requests = fakeApi({
    [`GET ${ITEM}`]: () => jsonResponse(saved('a')),
    [`PUT ${ITEM}`]: () => jsonResponse({ content: saved('b'), change_id: 'c1' }),
    'GET /api/staff/products': () =>
      Response.json({ success: true, data: [], next_cursor: null, total: products, low_stock: 5 }),
  });
  await renderPage({
    path: '/staff/content/$contentKey',
    at: `/staff/content/categories~categories${at}`,
    page: () => <StaffContentItemPage preview={() => null} />,
    leadsTo: ['/staff/content', '/staff/products'],
  });
  await screen.findByRole('list', { name: 'Categories' });
  return {
    saved: async () => {
      await userEvent.click(screen.getByRole('button', { name: /^Save/ }));
      await waitFor(() => expect(requests.some(({ method }) => method === 'PUT')).toBe(true));
      const put = requests.find(({ method }) => method === 'PUT');
      return (put?.body as { body: typeof BODY } | undefined)?.body.categories;
    },
  };
}

it('link to a group opens it within its category', async () => {
  await open('?at=g12');
  expect(screen.getByRole('button', { name: /^Paint/, expanded: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Enamel', expanded: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Lighting/, expanded: false })).toBeTruthy();
});

it('new category and a new group in it are saved with the next free ids', async () => {
  const page = await open('');
  await userEvent.click(screen.getByRole('button', { name: 'Add category' }));
  await userEvent.type(await screen.findByLabelText('NameEnglish'), 'Tools');
  await userEvent.click(screen.getByRole('button', { name: 'Add group' }));
  const groups = await screen.findByRole('list', { name: 'Groups of Tools' });
  await userEvent.type(await within(groups).findByLabelText('NameEnglish'), 'Drills');
  expect((await page.saved())?.[2]).toEqual({
    cat_id: 3,
    name: { la: '', en: 'Tools' },
    img: '',
    groups: [{ prog_id: 13, name: { la: '', en: 'Drills' } }],
  });
});

it('group is moved to another category, hidden and put in another order', async () => {
  const page = await open('?at=g12');
  await userEvent.click(
    screen.getByLabelText('Hide from shoppers', { selector: '.o-tree .o-tree input' }),
  );
  await userEvent.selectOptions(screen.getByLabelText('Category of the group'), 'Lighting');
  await userEvent.click(screen.getByRole('button', { name: 'Move Lighting up' }));
  expect(await page.saved()).toEqual([
    { ...BODY.categories[1], groups: [{ ...group(12, 'Enamel'), hidden: true }] },
    { ...BODY.categories[0], groups: [group(11, 'Emulsion')] },
  ]);
});

it('category with products is not removed, and the number of products is said', async () => {
  await open('?at=c2', 120);
  const remove = screen.getByRole('button', { name: 'Remove Lighting' });
  await screen.findByRole('link', { name: '120 products' });
  await userEvent.click(remove);
  expect((await screen.findByRole('alert')).textContent).toContain('120 products are left');
  expect(screen.getByRole('button', { name: /^Lighting/ })).toBeTruthy();
});

it('empty category is removed', async () => {
  const page = await open('?at=c2');
  await screen.findByRole('link', { name: 'No products' });
  await userEvent.click(screen.getByRole('button', { name: 'Remove Lighting' }));
  expect(await page.saved()).toEqual([BODY.categories[0]]);
});
