// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { Dialog } from './Dialog';
import { Sheet } from './Sheet';

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

it.each([
  ['dialog', 'Dialog'],
  ['sheet', 'Sheet'],
])('%s around a dialog stays when the inner one closes', async (_, kind) => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  const closeOuter = vi.fn();
  const closeInner = vi.fn();
  const inner = (
    <Dialog isOpen title="Inner" onClose={closeInner}>
      <p>Question</p>
    </Dialog>
  );
  const onKeyDown = vi.fn();
  await renderIn(
    'en',
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a panel that Escape closes
    <div onKeyDown={onKeyDown}>
      {kind === 'Dialog' ? (
        <Dialog isOpen title="Outer" onClose={closeOuter}>
          {inner}
        </Dialog>
      ) : (
        <Sheet isOpen label="Outer" side="end" onOpenChange={closeOuter}>
          {inner}
        </Sheet>
      )}
    </div>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Inner' });
  fireEvent.keyDown(screen.getByText('Question'), { key: 'Escape' });
  expect(onKeyDown).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByText('Question'), { key: 'Tab' });
  expect(onKeyDown).toHaveBeenCalledOnce();
  fireEvent(dialog, new Event('close'));
  expect(closeInner).toHaveBeenCalledOnce();
  expect(closeOuter).not.toHaveBeenCalled();
});
