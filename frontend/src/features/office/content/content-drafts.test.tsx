// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { toast } from '@/shared/ui/toast';
import { fakeApi, jsonResponse, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import type { ContentDetail } from './content-api';
import { type ContentDraft, editedBody } from './content-draft';
import { blankBody } from './content-schema';
import { StaffContentItemPage } from './StaffContentItemPage';

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

const HERO = '/api/staff/content/hero/hero';

const body = (title: string, text = '') => ({
  title: { la: 'ບ້ານ', en: title },
  text: { la: text, en: text },
  tiles: [],
});

const draft = (title: string, change: object = {}): ContentDraft =>
  ({
    version: 'd1',
    body: body(title),
    base_version: 'a',
    base_body: body('Home'),
    publish_on: null,
    refusal: null,
    cus_id: 7,
    name: 'Kham',
    at: '2026-11-20T08:00:00+07:00',
    ...change,
  }) as ContentDraft;

const hero = (change: object = {}): ContentDetail =>
  ({
    kind: 'hero',
    item_id: 'hero',
    version: 'a',
    body: body('Home'),
    has_draft: 'draft' in change,
    changes: [],
    changes_cursor: null,
    draft: null,
    ...change,
  }) as unknown as ContentDetail;

const saved = (content: ContentDetail | null, changeId: string | null = null) =>
  jsonResponse({ content, change_id: changeId });

type Answers = Parameters<typeof fakeApi>[0];

const open = (item: ContentDetail, answers: Answers = {}) =>
  openKey('hero~hero', { [`GET ${HERO}`]: () => jsonResponse(item), ...answers });

async function openKey(key: string, answers: Answers) {
  const requests = fakeApi(answers);
  await renderPage({
    path: '/staff/content/$contentKey',
    at: `/staff/content/${key}`,
    page: () => (
      <>
        <StaffContentItemPage preview={({ body: shown }) => JSON.stringify(shown)} />
        <Toasts />
      </>
    ),
    leadsTo: ['/staff/content'],
  });
  await screen.findByRole('region', { name: 'Texts and picture' });
  // Messages of the tests before.
  for (const close of document.querySelectorAll('[data-toast] > button:last-child')) {
    fireEvent.click(close);
  }
  return () => requests.filter(({ method }) => method !== 'GET');
}

const title = () =>
  within(
    screen.getByRole('region', { name: 'Texts and picture' }),
  ).getByLabelText<HTMLInputElement>('TitleEnglish');
const panel = () => within(screen.getByRole('region', { name: 'Draft' }));
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

async function type(text: string) {
  await userEvent.clear(title());
  await userEvent.type(title(), text);
}

it('change is saved as a draft over the version it was made from', async () => {
  const sent = await open(hero(), {
    [`PUT ${HERO}/draft`]: () => saved(hero({ draft: draft('Roofs') })),
  });
  expect(panel().getByText(/^There is no draft/)).toBeDefined();
  expect(button('Publish').disabled).toBe(true);
  await type('Roofs');
  await userEvent.click(button(/^Save draft/));
  await screen.findByText('Draft saved. Shoppers do not see it yet.');
  expect(sent().map(({ path }) => path)).toEqual([`${HERO}/draft`]);
  expect(sent()[0]?.body).toEqual({
    version: 'a',
    draft_version: '',
    publish_on: '',
    body: body('Roofs'),
  });
  expect(panel().getByText(/Saved by Kham/)).toBeDefined();
  expect(screen.queryByRole('region', { name: 'Save' })).toBeNull();
});

it('draft is shown in the form and published', async () => {
  const sent = await open(hero({ draft: draft('Roofs') }), {
    [`POST ${HERO}/draft/publish`]: () => saved(hero({ version: 'b', body: body('Roofs') }), 'c1'),
  });
  expect(title().value).toBe('Roofs');
  await userEvent.click(button('Publish'));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual({ version: 'a', draft_version: 'd1' });
  await waitFor(() => expect(button('Publish').disabled).toBe(true));
});

it('changes are saved before they are published', async () => {
  const sent = await open(hero(), {
    [`PUT ${HERO}/draft`]: () => saved(hero({ draft: draft('Roofs') })),
    [`POST ${HERO}/draft/publish`]: () => saved(hero({ version: 'b', body: body('Roofs') }), 'c1'),
  });
  await type('Roofs');
  await userEvent.click(button('Publish'));
  await waitFor(() =>
    expect(sent().map(({ method, path }) => `${method} ${path}`)).toEqual([
      `PUT ${HERO}/draft`,
      `POST ${HERO}/draft/publish`,
    ]),
  );
  expect(sent()[1]?.body).toEqual({ version: 'a', draft_version: 'd1' });
});

it('draft is scheduled for a coming day only', async () => {
  const sent = await open(hero({ draft: draft('Roofs') }), {
    [`PUT ${HERO}/draft`]: () =>
      saved(hero({ draft: draft('Roofs', { version: 'd2', publish_on: '2126-12-01' }) })),
  });
  const day = panel().getByLabelText('Publish automatically on');
  await userEvent.type(day, '2020-01-01');
  expect(panel().getByText('Choose a day after today, or publish it now')).toBeDefined();
  expect(button('Schedule').disabled).toBe(true);
  await userEvent.clear(day);
  await userEvent.type(day, '2126-12-01');
  await userEvent.click(button('Schedule'));
  await waitFor(() =>
    expect(sent()[0]?.body).toMatchObject({ draft_version: 'd1', publish_on: '2126-12-01' }),
  );
  await panel().findByText(/published automatically on/);
  expect(button('Do not publish automatically')).toBeDefined();
});

it('discarded draft leaves what is published', async () => {
  const sent = await open(hero({ draft: draft('Roofs') }), {
    [`DELETE ${HERO}/draft`]: () => saved(hero()),
  });
  await userEvent.click(button('Discard draft'));
  await waitFor(() => expect(title().value).toBe('Home'));
  expect(sent()[0]?.url).toContain('draft_version=d1');
  expect(panel().getByText(/^There is no draft/)).toBeDefined();
});

it('discarded draft is restored by the message', async () => {
  const sent = await open(hero({ draft: draft('Roofs') }), {
    [`DELETE ${HERO}/draft`]: () => saved(hero()),
    [`PUT ${HERO}/draft`]: () => saved(hero({ draft: draft('Roofs') })),
  });
  fireEvent.click(button('Discard draft'));
  // The message leaves after five seconds, which a search by role may take on a busy machine.
  fireEvent.click(await screen.findByText('Undo'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toMatchObject({ version: 'a', draft_version: '', body: body('Roofs') });
  await waitFor(() => expect(title().value).toBe('Roofs'));
});

it('draft that another person saved meanwhile is shown, and typed text is kept', async () => {
  const sent = await open(hero({ draft: draft('Roofs') }), {
    [`PUT ${HERO}/draft`]: () =>
      problemResponse(409, {
        code: 'conflict',
        reason: 'draft_changed',
        content: hero({
          draft: draft('Roofs', { version: 'd2', name: 'Noy', body: body('Roofs', 'New text') }),
        }),
      }),
  });
  await type('Mine');
  await userEvent.click(button(/^Save draft/));
  const bar = await screen.findByRole('alert');
  expect(bar.textContent).toContain('Noy has changed this in the meantime');
  expect(bar.textContent).toContain('Text');
  expect(title().value).toBe('Mine');
  await userEvent.click(button(/^Save draft/));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]?.body).toMatchObject({ draft_version: 'd2', body: body('Mine', 'New text') });
});

it('draft of a former version keeps its changes over what is published now', async () => {
  const item = hero({
    version: 'b',
    body: body('House', 'Imported'),
    draft: draft('Roofs', { refusal: 'content_changed', publish_on: '2026-11-25' }),
  });
  expect(editedBody(item)).toEqual(body('Roofs', 'Imported'));
  const sent = await open(item, {
    [`PUT ${HERO}/draft`]: () =>
      saved({ ...item, draft: draft('Roofs', { version: 'd2', base_version: 'b' }) }),
    [`POST ${HERO}/draft/publish`]: () => saved(hero({ version: 'c', body: body('Roofs') }), 'c1'),
  });
  expect(panel().getByText(/was not published on .*2026/)).toBeDefined();
  expect(panel().getByText(/was changed after this draft was saved: Title, Text\./)).toBeDefined();
  await userEvent.click(button('Publish'));
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[0]?.body).toMatchObject({ version: 'b', draft_version: 'd1', publish_on: '' });
  expect(sent()[1]?.body).toEqual({ version: 'b', draft_version: 'd2' });
});

const BRANCH = '/api/staff/content/branch';

const newBranch = {
  kind: 'branch',
  item_id: '6',
  version: '',
  body: { ...blankBody('branch'), b_name_eng: 'Airport' },
  has_draft: true,
  changes: [],
  changes_cursor: null,
};

it('new branch begins as a draft', async () => {
  const sent = await openKey('branch~new', {
    [`POST ${BRANCH}`]: () => saved(newBranch as never),
  });
  const [, english] = screen.getAllByLabelText(/^Name/);
  await userEvent.type(english as HTMLElement, 'Airport');
  await userEvent.click(button(/^Save draft/));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ draft: true, body: { b_name_eng: 'Airport' } });
});

it('branch that is only a draft is not in the shop, and is discarded with its draft', async () => {
  const item = {
    ...newBranch,
    draft: draft('', { body: newBranch.body, base_version: '', base_body: null }),
  };
  const sent = await openKey('branch~6', {
    [`GET ${BRANCH}/6`]: () => jsonResponse(item),
    [`DELETE ${BRANCH}/6/draft`]: () => saved(null),
    [`POST ${BRANCH}`]: () => saved(item as never),
  });
  const state = within(screen.getByRole('region', { name: 'State' }));
  expect(state.getByText('Not published')).toBeDefined();
  expect(state.queryByRole('link')).toBeNull();
  expect(state.queryByRole('button', { name: 'Delete' })).toBeNull();
  await userEvent.click(button('Discard draft'));
  await screen.findByRole('heading', { name: 'at /staff/content' });
  expect(sent()[0]?.url).toContain('draft_version=d1');
});

it('first publication of a new branch offers no undo, which would delete it', async () => {
  const item = {
    ...newBranch,
    draft: draft('', { body: newBranch.body, base_version: '', base_body: null }),
  };
  await openKey('branch~6', {
    [`GET ${BRANCH}/6`]: () => jsonResponse(item),
    [`POST ${BRANCH}/6/draft/publish`]: () =>
      saved({ ...newBranch, version: 'b', draft: null, has_draft: false } as never, 'c1'),
  });
  fireEvent.click(button('Publish'));
  await screen.findByText('Published');
  expect(screen.queryByText('Undo')).toBeNull();
});

it('conflict that shows no difference is reported', async () => {
  await open(hero({ draft: draft('Roofs') }), {
    [`POST ${HERO}/draft/publish`]: () =>
      problemResponse(409, {
        code: 'conflict',
        reason: 'draft_changed',
        content: hero({ draft: draft('Roofs', { version: 'd2', publish_on: '2126-12-01' }) }),
      }),
  });
  fireEvent.click(button('Publish'));
  await screen.findByText('It was changed in the meantime. Check it, then try again.');
});

it('draft of a new branch whose number an import gave to another says so', async () => {
  const item = {
    ...newBranch,
    version: 'b',
    draft: draft('', { body: newBranch.body, base_version: '', base_body: null }),
  };
  await openKey('branch~6', { [`GET ${BRANCH}/6`]: () => jsonResponse(item) });
  expect(panel().getByText(/^An import published another branch/)).toBeDefined();
});

it('scheduled draft of a former version is confirmed for the same day', async () => {
  const scheduled = draft('Roofs', { publish_on: '2126-12-01' });
  const item = hero({ version: 'b', body: body('House'), draft: scheduled });
  const sent = await open(item, {
    [`PUT ${HERO}/draft`]: () =>
      saved({ ...item, draft: { ...scheduled, version: 'd2', base_version: 'b' } }),
  });
  expect(panel().getByText(/not published automatically until/)).toBeDefined();
  expect(panel().queryByText(/^It will be published automatically on/)).toBeNull();
  fireEvent.click(button('Schedule'));
  await waitFor(() =>
    expect(sent()[0]?.body).toMatchObject({ version: 'b', publish_on: '2126-12-01' }),
  );
  await panel().findByText(/^It will be published automatically on/);
});

it('deletion of a branch with a draft says that the draft goes with it', async () => {
  const item = { ...newBranch, version: 'b', draft: draft('', { body: newBranch.body }) };
  const sent = await openKey('branch~6', {
    [`GET ${BRANCH}/6`]: () => jsonResponse(item),
    [`DELETE ${BRANCH}/6`]: () => jsonResponse({ change_id: 'c1' }),
  });
  fireEvent.click(button('Delete'));
  expect(await screen.findByText(/^Its draft is discarded as well/)).toBeDefined();
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.url).toContain('draft_version=d1');
});

it('branch is not deleted with a draft that another one has saved meanwhile', async () => {
  const seen = { ...newBranch, version: 'b', draft: null };
  const current = { ...seen, draft: draft('', { body: newBranch.body }) };
  const sent = await openKey('branch~6', {
    [`GET ${BRANCH}/6`]: () => jsonResponse(seen),
    [`DELETE ${BRANCH}/6`]: () =>
      problemResponse(409, { reason: 'draft_changed', content: current }),
  });
  fireEvent.click(button('Delete'));
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }),
  );
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.url).not.toContain('draft_version');
  // The draft is shown, and another deletion names it.
  await panel().findByRole('button', { name: 'Discard draft' });
});

it('discarded new branch is restored with its day', async () => {
  const ofNew = { body: newBranch.body, base_version: '', base_body: null };
  const again = { ...newBranch, item_id: '7', draft: draft('', { ...ofNew, version: 'd2' }) };
  const sent = await openKey('branch~6', {
    [`GET ${BRANCH}/6`]: () =>
      jsonResponse({ ...newBranch, draft: draft('', { ...ofNew, publish_on: '2126-12-01' }) }),
    [`DELETE ${BRANCH}/6/draft`]: () => saved(null),
    [`POST ${BRANCH}`]: () => saved(again as never),
    [`PUT ${BRANCH}/7/draft`]: () => saved(again as never),
  });
  const success = vi.spyOn(toast, 'success');
  fireEvent.click(button('Discard draft'));
  await screen.findByRole('heading', { name: 'at /staff/content' });
  await waitFor(() => expect(success).toHaveBeenCalled());
  // The page that shows messages is left.
  success.mock.lastCall?.[1]?.action?.onClick();
  success.mockRestore();
  await waitFor(() => expect(sent()).toHaveLength(3));
  expect(sent()[2]?.path).toBe(`${BRANCH}/7/draft`);
  expect(sent()[2]?.body).toMatchObject({ draft_version: 'd2', publish_on: '2126-12-01' });
});
