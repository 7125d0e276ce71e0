// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeApi, problemResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { BranchList } from './BranchList';

it('branch list without a response shows the head office and the hotline', async () => {
  fakeApi({ 'GET /api/v1/branch': () => problemResponse(500) });
  const known = { '/api/v1/company': { success: true, data: { hotline: '020 9999 9999' } } };
  await renderPage({ path: '/contact', page: BranchList, known });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load branch data');
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Vientiane Headquarters');
  const call = screen.getByRole('link', { name: '020 9999 9999' });
  expect(call.getAttribute('href')).toBe('tel:02099999999');
});
