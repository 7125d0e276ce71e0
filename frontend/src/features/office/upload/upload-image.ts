import { tokenOr } from '@/shared/api/auth';
import { ApiError, type ProblemDetails } from '@/shared/api/client';
import { emitSessionExpired } from '@/shared/api/session-expired';
import { clearApiToken } from '@/shared/api/token';

/** An image as the server has stored it. */
export type UploadedImage = { path: string; width: number; height: number };

export type UploadOptions = {
  /** Called with the share of the body that is sent, from 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
};

const IMAGES = '/api/staff/products/images';
/** Timeout in ms. The server accepts a body for five minutes. */
const TIMEOUT_MS = 300_000;

type Reply = { status: number; body: ProblemDetails & { data?: UploadedImage } };

/** Uploads an image. It uses `XMLHttpRequest`, because `fetch` does not report upload progress. */
export async function uploadImage(file: Blob, options: UploadOptions = {}): Promise<UploadedImage> {
  const token = await tokenOr('missing');
  let reply = await post(file, token, options);
  if (reply.status === 401 && (reply.body.reason ?? 'api_token') === 'api_token') {
    clearApiToken(token);
    reply = await post(file, await tokenOr('refresh'), options);
  }
  const { status, body } = reply;
  if (status === 201 && body.data) return body.data;
  if (status === 401 && body.reason === 'session') emitSessionExpired();
  const message = body.message ?? `API request failed: ${status}`;
  throw new ApiError(status, body.code ?? 'internal', message, body.field, body.request_id, body);
}

function post(file: Blob, token: string, { onProgress, signal }: UploadOptions): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', IMAGES);
    request.timeout = TIMEOUT_MS;
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.setRequestHeader('x-api-access-token', token);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0);
    request.onload = () => resolve({ status: request.status, body: parsed(request.responseText) });
    const offline = () => reject(new ApiError(0, 'offline', 'No answer from the shop'));
    request.onerror = offline;
    request.ontimeout = offline;
    request.onabort = () => reject(new DOMException('The upload was stopped', 'AbortError'));
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) abort();
    request.send(file);
  });
}

function parsed(text: string): Reply['body'] {
  try {
    return JSON.parse(text) as Reply['body'];
  } catch {
    return {};
  }
}
