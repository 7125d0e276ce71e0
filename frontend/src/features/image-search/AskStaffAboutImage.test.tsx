// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { consumeChatRequests } from '@/domain/chat/chat-window';
import { imageError, MAX_BYTES } from '@/domain/chat/image-rules';
import { renderIn } from '@/testing/render-in';
import { until } from '@/testing/until';
import { AskStaffAboutImage } from './AskStaffAboutImage';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Presses the button, and returns the arguments with which the chat was opened. */
async function ask(image: File) {
  const onSent = vi.fn();
  await renderIn('en', <AskStaffAboutImage image={image} onSent={onSent} />);
  await userEvent.click(screen.getByRole('button', { name: 'Ask staff with this photo' }));
  await until(() => expect(onSent).toHaveBeenCalledOnce());
  return consumeChatRequests();
}

const imageFile = (bytes: number) =>
  new File([new Uint8Array(bytes)], 'a.png', { type: 'image/png' });

it('button hands the image and a question to the chat', async () => {
  const image = imageFile(1);
  expect(await ask(image)).toEqual([{ image, text: 'Do you have something like this?' }]);
});

it('image larger than the chat takes is handed over as a smaller one', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4000, height: 3000, close: () => {} }));
  const context = { drawImage: () => {}, fillRect: () => {} };
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((take) =>
    take(new Blob(['smaller'])),
  );
  const [request] = await ask(imageFile(MAX_BYTES + 1));
  expect(request?.image).toMatchObject({ name: 'a.jpg', type: 'image/jpeg', size: 7 });
  expect(request?.image && imageError(request.image)).toBeNull();
});

it('image that cannot be re-encoded is handed over unchanged, so that the chat names the fault', async () => {
  const image = imageFile(MAX_BYTES + 1);
  vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('not decodable')));
  const [request] = await ask(image);
  expect(request?.image).toBe(image);
});
