// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { takeRequests } from '@/domain/chat/chat-window';
import { renderIn } from '@/testing/render-in';
import { AskStaff } from './AskStaffAboutImage';

it('hands the picture and a question to the chat', async () => {
  const photo = new File(['x'], 'a.jpg');
  const onAsked = vi.fn();
  await renderIn('en', <AskStaff photo={photo} onAsked={onAsked} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask staff with this photo' }));
  expect(onAsked).toHaveBeenCalledOnce();
  expect(takeRequests()).toEqual([{ photo, text: 'Do you have something like this?' }]);
});
