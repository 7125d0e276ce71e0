// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { Dialog } from './Dialog';

const { showModal } = HTMLDialogElement.prototype;

afterEach(() => {
  HTMLDialogElement.prototype.showModal = showModal;
});

it('dialog that is shown focuses the field with data-autofocus instead of the close button', async () => {
  // As browsers do, which jsdom does not: the first element that takes the focus gets it.
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
    this.querySelector('button')?.focus();
  };
  await renderIn(
    'en',
    <Dialog isOpen title="Synonyms" onClose={() => {}}>
      <input aria-label="Word 1" />
      <input aria-label="Word 2" data-autofocus />
    </Dialog>,
  );
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Word 2' }));
});
