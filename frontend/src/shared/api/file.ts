import { tokenOr } from './auth';
import { ApiError, problemOf, send } from './client';
import { clearApiToken } from './token';

/** Downloads a file. A refused API token is renewed once. */
export async function fetchFile(url: string): Promise<Blob> {
  const ask = async (kind: 'missing' | 'refresh') => {
    const token = await tokenOr(kind);
    const response = await send(url, { headers: { 'x-api-access-token': token } });
    return { token, response };
  };
  let { token, response } = await ask('missing');
  if (response.status === 401) {
    clearApiToken(token);
    ({ token, response } = await ask('refresh'));
  }
  if (!response.ok) throw await problemOf(response);
  try {
    return await response.blob();
  } catch {
    throw new ApiError(0, 'offline', 'The download was interrupted');
  }
}

/** Saves a file through the browser's downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The download has begun once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
