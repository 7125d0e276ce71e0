// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { CsvButton } from './CsvButton';

const TOO_LONG = 'The list is too long for one file. Choose fewer days.';

/** Presses the button, whose request is refused. */
async function refuse(reason?: string) {
  fakeApi({
    'GET /api/staff/audit.csv': () =>
      problemResponse(400, { code: 'invalid_argument', field: 'from', reason }),
  });
  await renderPage({
    path: '/staff/audit',
    page: () => (
      <>
        <CsvButton url="/api/staff/audit.csv" name="audit" />
        <Toasts />
      </>
    ),
  });
  await userEvent.click(
    (await screen.findAllByRole('button', { name: 'Export CSV' }))[0] as HTMLElement,
  );
}

it('day that cannot be read is not called a list that is too long', async () => {
  await refuse();
  await screen.findByText('The file could not be downloaded');
  expect(screen.queryByText(TOO_LONG)).toBeNull();
});

it('list that is too long for a file says to choose fewer days', async () => {
  await refuse('too_many');
  await screen.findByText(TOO_LONG);
});
