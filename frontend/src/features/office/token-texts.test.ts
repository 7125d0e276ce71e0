// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchFile } from '@/shared/api/file';
import { clearApiToken } from '@/shared/api/token';
import { fetchExport } from './imports/staff-imports-api';
import { uploadImage } from './upload/upload-image';

let issued = 0;
let isShopDown = false;

beforeEach(() => {
  issued = 0;
  isShopDown = false;
  vi.stubGlobal('fetch', async (url: string) => {
    if (url !== '/api/api-token') return Response.json({ reason: 'api_token' }, { status: 401 });
    issued += 1;
    if (isShopDown || issued > 1) throw new TypeError('Failed to fetch');
    return Response.json({ success: true, data: { token: 't' } });
  });
});

afterEach(() => {
  clearApiToken();
  vi.unstubAllGlobals();
});

it.each([
  ['download', () => fetchFile('/api/auth/export')],
  ['export', () => fetchExport()],
  ['image upload', () => uploadImage(new Blob(['x']))],
])('%s without a token says that there is none', async (_, call) => {
  isShopDown = true;
  await expect(call()).rejects.toThrow(
    'No API token available. Please reload the page and try again.',
  );
});

it.each([
  ['download', () => fetchFile('/api/auth/export')],
  ['export', () => fetchExport()],
])('%s whose refused token is not renewed says so', async (_, call) => {
  await expect(call()).rejects.toThrow(
    'API token refresh failed. Cannot proceed with the request.',
  );
});
