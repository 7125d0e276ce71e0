// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { renderIn } from '@/testing/render-in';
import { EmojiPicker } from './EmojiPicker';

it('Escape closes only the picker, not the chat around it', async () => {
  const close = vi.fn();
  const closeChat = vi.fn();
  await renderIn(
    'en',
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the window of the chat
    <div onKeyDown={closeChat}>
      <EmojiPicker onChoose={() => {}} onClose={close} isDisabled={false} />
    </div>,
  );
  const [icon] = screen.getAllByRole('button');
  const isClosedByBrowser = fireEvent.keyDown(icon as HTMLElement, { key: 'Escape' });
  expect(isClosedByBrowser).toBe(false);
  expect(close).toHaveBeenCalledOnce();
  expect(closeChat).not.toHaveBeenCalled();
});
