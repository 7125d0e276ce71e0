// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { OfflineBanner } from './OfflineBanner';

afterEach(() => void vi.restoreAllMocks());

it.each([true, false])('banner of an offline page leaves space below it: %s', async (hasSpace) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const { container } = await renderIn('en', <OfflineBanner hasSpace={hasSpace} />);
  expect(screen.getByRole('status').textContent).not.toBe('');
  expect(container.querySelector('.h-24') !== null).toBe(hasSpace);
});
