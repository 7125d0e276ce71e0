// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { DEVICES } from './device';
import { ErrorView } from './ErrorView';
import type { ImageSearchError } from './search-error';

async function textAndButtons(error: ImageSearchError) {
  const nothing = () => undefined;
  const { container } = await renderIn(
    'en',
    <ErrorView error={error} device={DEVICES.phone} onRetry={nothing} onUpload={nothing} />,
  );
  return [container.textContent, screen.queryAllByRole('button').length] as const;
}

it('search that is switched off is said to be off, and offers no further try', async () => {
  const [text, buttons] = await textAndButtons({ kind: 'off' });
  expect(text).toContain('Search by image is switched off in this shop. Search by name instead.');
  expect(buttons).toBe(0);
});

it('search that is down offers a further try', async () => {
  const [text, buttons] = await textAndButtons({ kind: 'unavailable' });
  expect(text).toContain('Try again later');
  expect(buttons).toBe(2);
});
