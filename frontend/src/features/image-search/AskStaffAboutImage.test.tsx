// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { consumeChatRequests } from '@/domain/chat/chat-window';
import { renderIn } from '@/testing/render-in';
import { AskStaffAboutImage } from './AskStaffAboutImage';

it('button hands the image and a question to the chat', async () => {
  const image = new File(['x'], 'a.jpg');
  const onSent = vi.fn();
  await renderIn('en', <AskStaffAboutImage image={image} onSent={onSent} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask staff with this photo' }));
  expect(onSent).toHaveBeenCalledOnce();
  expect(consumeChatRequests()).toEqual([{ image, text: 'Do you have something like this?' }]);
});
