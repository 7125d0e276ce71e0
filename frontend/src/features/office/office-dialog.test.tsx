// @vitest-environment jsdom

import { createBrowserHistory, type RouterHistory } from '@tanstack/react-router';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { sources } from '@/testing/sources';
import { until } from '@/testing/until';
import { OfficeDialog } from './OfficeDialog';
import { OfficeSheet } from './OfficeSheet';
import { LeaveQuestion } from './product/LeaveQuestion';

function Page({ isDirty = false }: { isDirty?: boolean }) {
  const [open, setOpen] = useState<'dialog' | 'sheet'>();
  const close = () => setOpen(undefined);
  return (
    <>
      <h1>page</h1>
      <button type="button" onClick={() => setOpen('dialog')}>
        open dialog
      </button>
      <button type="button" onClick={() => setOpen('sheet')}>
        open sheet
      </button>
      <OfficeDialog isOpen={open === 'dialog'} onClose={close} title="dialog">
        {open && <p>in the dialog</p>}
      </OfficeDialog>
      <OfficeSheet isOpen={open === 'sheet'} onOpenChange={close} label="sheet" side="end">
        {open && <p>in the sheet</p>}
      </OfficeSheet>
      <LeaveQuestion isDirty={isDirty} />
    </>
  );
}

const dialog = (name: string) => screen.queryByRole('dialog', { name });
const heading = (name: string) => screen.findByRole('heading', { name });

beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

const histories: RouterHistory[] = [];
afterEach(() => {
  for (const history of histories.splice(0)) history.destroy();
});

/** Renders the page of `/page`, which was opened from `/before`, in the history of the browser. */
async function show(isDirty: boolean) {
  const state = { key: 'first', __TSR_key: 'first', __TSR_index: 0 };
  window.history.pushState(state, '', '/before');
  const history = createBrowserHistory();
  histories.push(history);
  const { router } = await renderPage({
    path: '/page',
    page: () => <Page isDirty={isDirty} />,
    leadsTo: ['/before'],
    history,
  });
  await heading('at /before');
  await act(() => router.navigate({ to: '/page' as never }));
  await heading('page');
  const position = () => router.history.location.state.__TSR_index;
  const opened = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: `open ${name}` }));
    await until(() => expect(position()).toBe(2));
    expect(dialog(name)).not.toBeNull();
  };
  return { position, opened, back: () => act(() => router.history.back()) };
}

it.each(['dialog', 'sheet'])(
  'back closes a %s of the back office and stays on the page',
  async (name) => {
    const { position, opened, back } = await show(false);
    await opened(name);
    back();
    await until(() => expect(dialog(name)).toBeNull());
    expect(position()).toBe(1);
    back();
    await heading('at /before');
  },
);

it('back closes a dialog over unsaved changes without a question, which the next back asks', async () => {
  const { position, opened, back } = await show(true);
  await opened('dialog');
  back();
  await until(() => expect(dialog('dialog')).toBeNull());
  expect(dialog('Leave without saving?')).toBeNull();
  expect(position()).toBe(1);
  back();
  const stay = await screen.findByRole('button', { name: 'Stay here' });
  await userEvent.click(stay);
  await until(() => expect(dialog('Leave without saving?')).toBeNull());
  expect(screen.getByRole('heading', { name: 'page' })).not.toBeNull();
  expect(position()).toBe(1);
});

it('every other dialog and sheet of the back office closes by the back button', () => {
  const direct = sources(/^.*\/features\/office\/.*\.tsx$/)
    .filter(({ path }) => !path.includes('.test.'))
    .filter(({ text }) => /from '@\/shared\/ui\/(?:Dialog|Sheet)'|<dialog\b/.test(text))
    .map(({ path }) => path)
    .sort();
  expect(direct).toEqual([
    'features/office/OfficeDialog.tsx',
    'features/office/OfficeSheet.tsx',
    'features/office/product/LeaveQuestion.tsx',
  ]);
});
