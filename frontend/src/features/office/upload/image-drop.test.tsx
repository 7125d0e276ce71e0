// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeApi } from '@/testing/fake-shop';
import { FakeUploads } from '@/testing/fake-uploads';
import { renderPage } from '@/testing/render-page';
import { ImageDrop } from './ImageDrop';

const image = (name: string, type = 'image/png', bytes = 8) =>
  new File([new Uint8Array(bytes)], name, { type });

async function open(isMany = true) {
  fakeApi({});
  const onUploaded = vi.fn();
  const uploads = new FakeUploads();
  await renderPage({
    path: '/staff',
    at: '/staff',
    page: () => <ImageDrop isMany={isMany} onUploaded={onUploaded} />,
  });
  const input = await screen.findByLabelText<HTMLInputElement>('Upload pictures', {
    selector: 'input',
  });
  return { uploads, onUploaded, input };
}

it('selected images are uploaded one after the other, with progress', async () => {
  const { uploads, onUploaded, input } = await open();
  await userEvent.upload(input, [image('a.png'), image('b.png')]);
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  uploads.progress(0.5);
  const bar = await screen.findByRole('progressbar', { name: 'Uploading a.png' });
  await waitFor(() => expect(bar.getAttribute('value')).toBe('50'));
  uploads.answer(201, { data: { path: 'uploads/aa/a.webp', width: 8, height: 8 } });
  await waitFor(() => expect(onUploaded).toHaveBeenCalledWith('uploads/aa/a.webp'));
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  uploads.answer(201, { data: { path: 'uploads/bb/b.webp', width: 8, height: 8 } });
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
  expect(onUploaded.mock.calls).toEqual([['uploads/aa/a.webp'], ['uploads/bb/b.webp']]);
  expect(uploads.sent.map(({ token, bytes }) => [token, bytes])).toEqual([
    ['token', 8],
    ['token', 8],
  ]);
});

it('wrong file is refused without an upload, and the others continue', async () => {
  const { uploads, input } = await open();
  const large = image('large.jpg', 'image/jpeg', 10 * 1024 * 1024 + 1);
  fireEvent.change(input, {
    target: { files: [image('a.gif', 'image/gif'), large, image('b.webp', 'image/webp')] },
  });
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent?.trim());
  expect(alerts).toEqual(['Only JPEG, PNG and WebP pictures', 'Larger than 10 MB']);
  expect(screen.queryByRole('button', { name: 'Upload large.jpg again' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss a.gif' }));
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

it('refused image shows the reason and can be retried', async () => {
  const { uploads, onUploaded, input } = await open();
  await userEvent.upload(input, image('a.png'));
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  uploads.answer(400, { reason: 'image_dimensions', field: 'image' });
  expect((await screen.findByRole('alert')).textContent).toContain('At least 100 pixels a side');
  await userEvent.click(screen.getByRole('button', { name: 'Upload a.png again' }));
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  uploads.fail();
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: 'Upload a.png again' }));
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  uploads.answer(201, { data: { path: 'uploads/aa/a.webp', width: 8, height: 8 } });
  await waitFor(() => expect(onUploaded).toHaveBeenCalledOnce());
});

it('dropped image is uploaded, of several only the first in a single field', async () => {
  const { uploads, input } = await open(false);
  const files = [image('a.png'), image('b.png')];
  const zone = input.parentElement as HTMLElement;
  fireEvent.drop(zone, { dataTransfer: { files, types: ['Files'] } });
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  expect(screen.getAllByRole('progressbar')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Stop uploading a.png' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(uploads.open).toHaveLength(0);
});
