// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { type MenuEntry, ShownMenu } from './ShownMenu';

const entry = (id: number, en: string, children: MenuEntry[] = []): MenuEntry => ({
  id,
  label: { la: `ລາວ ${en}`, en },
  sublabel: null,
  href: `/${en.toLowerCase()}`,
  children,
});

it('preview of the menu has the row with its dropdowns, and the unfolded tree of phones', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  const items = [entry(1, 'News'), entry(2, 'Investors', [entry(3, 'Reports')])];
  await renderPage({ path: '/', page: () => <ShownMenu items={items} /> });
  const row = await screen.findByRole('navigation');
  expect(row.textContent).toContain('News');
  expect(screen.getByRole('heading', { name: 'Investors' })).toBeDefined();
  await waitFor(() => {
    const fold = document.querySelector('details');
    expect(fold?.open).toBe(true);
    expect(fold?.textContent).toContain('Reports');
  });
});
