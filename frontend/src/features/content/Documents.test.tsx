// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { Documents } from './Documents';

const document = (en: string, date: string | null, file: string, size: number) => ({
  title: { la: `${en} ລາວ`, en },
  date,
  file,
  size,
});

it('documents are listed newest first, with day and size', async () => {
  await renderIn(
    'en',
    <Documents
      documents={[
        document('Report 2024', '2025-04-01', 'documents/2024.pdf', 90_000),
        document('Articles', null, 'documents/articles.pdf', 1_440_000),
        document('Report 2025', '2026-04-02', 'documents/ບົດ 2025.pdf', 148_808),
      ]}
    />,
  );
  const links = screen.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Report 20252 April 2026PDF, 149 kB',
    'Report 20241 April 2025PDF, 90 kB',
    'ArticlesPDF, 1.4 MB',
  ]);
  expect(links[0]?.getAttribute('href')).toBe(
    '/media/documents/%E0%BA%9A%E0%BA%BB%E0%BA%94%202025.pdf',
  );
  expect(links[0]?.hasAttribute('download')).toBe(true);
});

it('section without documents is absent', async () => {
  const { container } = await renderIn('la', <Documents documents={[]} />);
  expect(container.innerHTML).toBe('');
});
