// @vitest-environment jsdom

import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import type { ComposerState } from '@/domain/chat/use-composer';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { useTools } from './use-tools';

function Composer() {
  const [text, write] = useState('');
  const { panel, buttons } = useTools({ text, write } as ComposerState);
  return (
    <>
      <input aria-label="message" value={text} onChange={({ target }) => write(target.value)} />
      {buttons}
      <output>{panel}</output>
    </>
  );
}

async function show() {
  const { router } = await renderPage({
    path: '/page',
    at: '/before',
    page: Composer,
    leadsTo: ['/before'],
  });
  await screen.findByRole('heading', { name: 'at /before' });
  await act(() => router.navigate({ to: '/page' as never }));
  await screen.findByRole('status');
  const opened = () => until(() => expect(router.history.location.state.__TSR_index).toBe(2));
  return { router, opened };
}

const panel = () => screen.getByRole('status').textContent;

it.each([
  ['product', 'Find a product'],
  ['replies', 'Quick replies'],
])('back closes the tool %s of a message and keeps its text', async (name, button) => {
  const { router, opened } = await show();
  await userEvent.type(screen.getByRole('textbox'), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: button }));
  await opened();
  expect(panel()).toBe(name);
  act(() => router.history.back());
  await until(() => expect(panel()).toBe(''));
  expect(router.history.location.pathname).toBe('/page');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Hello');
});

it('back closes the quick replies that a slash has opened', async () => {
  const { router, opened } = await show();
  await userEvent.type(screen.getByRole('textbox'), '/he');
  await opened();
  act(() => router.history.back());
  await until(() => expect(panel()).toBe(''));
  expect(router.history.location.pathname).toBe('/page');
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('/he');
});
