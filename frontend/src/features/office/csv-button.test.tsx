// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { it } from 'vitest';
import { Toasts } from '@/shared/ui/Toasts';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { CsvButton } from './CsvButton';

it('list that is too long for a file says to choose fewer days', async () => {
  fakeApi({
    'GET /api/staff/audit.csv': () =>
      problemResponse(400, { code: 'invalid_argument', field: 'from' }),
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
  await screen.findByText('The list is too long for one file. Choose fewer days.');
});
