// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { BellSlot } from './BellSlot';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['a browser without notifications', true, undefined],
  ['a page that is not secure', false, {}],
])('bell is absent: %s', async (_, isSecure, notification) => {
  vi.stubGlobal('isSecureContext', isSecure);
  if (notification) vi.stubGlobal('Notification', notification);
  await renderIn('en', <BellSlot />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('browser with notifications has a bell', async () => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('Notification', {});
  await renderIn('en', <BellSlot />);
  expect(screen.getByRole('button', { name: 'Notifications' })).toBeDefined();
});
