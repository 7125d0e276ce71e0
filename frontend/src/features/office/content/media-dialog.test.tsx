// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { FakeUploads } from '@/testing/fake-uploads';
import { renderPage } from '@/testing/render-page';
import { MediaDialog } from './MediaDialog';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
});

async function open(type: 'image' | 'document') {
  fakeApi({
    'GET /api/staff/content-media': () => jsonResponse({ folders: [], files: [], has_more: false }),
  });
  const onChoose = vi.fn();
  await renderPage({
    path: '/staff',
    at: '/staff',
    page: () => (
      <MediaDialog type={type} folder="banners" onChoose={onChoose} onClose={() => undefined} />
    ),
  });
  await screen.findByRole('dialog', { name: 'Pictures and documents of the shop' });
  return onChoose;
}

it('uploaded image is selected', async () => {
  const uploads = new FakeUploads();
  const onChoose = await open('image');
  const input = screen.getByLabelText('Upload pictures', { selector: 'input' });
  await userEvent.upload(input, new File(['x'], 'banner.webp', { type: 'image/webp' }));
  await waitFor(() => expect(uploads.open).toHaveLength(1));
  uploads.answer(201, { data: { path: 'uploads/aa/banner.webp', width: 8, height: 8 } });
  await waitFor(() => expect(onChoose).toHaveBeenCalledWith('uploads/aa/banner.webp'));
});

it('documents are not uploaded', async () => {
  await open('document');
  expect(screen.queryByLabelText('Upload pictures', { selector: 'input' })).toBeNull();
});
