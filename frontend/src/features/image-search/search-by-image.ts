import { parseSimilarProducts } from '@/domain/image-search/similar-product';
import { authFetch } from '@/shared/api/auth';
import { ApiError } from '@/shared/api/client';
import type { Device } from './device';
import { downscaled, shrinkFile } from './image-processing';
import { type ImageSearchResults, imageHash, resultCache } from './result-cache';
import { RefusedError, TimeoutError } from './search-error';

/** Body of the response. */
type Body = {
  success?: boolean;
  results?: unknown;
  message?: unknown;
  warning?: unknown;
  error?: unknown;
};

/** Steps of a search: `prepared` is the image, `built` the request. */
export type Step = 'started' | 'prepared' | 'built' | 'answered' | 'read' | 'done';

/**
 * Searches for products similar to an image. The steps after the answer wait for `onStep`. Gives up after the device's timeout; `signal` gives up at once. Throws what
 * `toImageSearchError` understands, or the signal's own reason.
 */
export async function searchByImage(
  image: File,
  device: Pick<Device, 'limit' | 'timeoutMs'>,
  signal: AbortSignal,
  onStep: (step: Step) => void | Promise<void>,
): Promise<ImageSearchResults> {
  onStep('started');
  const small = await downscaled(image);
  const key = await imageHash(small, device.limit);
  onStep('prepared');
  const known = key && resultCache.get(key);
  if (known) return known;
  onStep('built');
  const body = await withTimeout(device.timeoutMs, signal, async (given) => {
    try {
      return await send(small, device.limit, given);
    } catch (error) {
      if (!isTooManyPixels(error)) throw error;
      return await send(await shrinkFile(small), device.limit, given);
    }
  });
  await onStep('answered');
  const answer = read(body);
  await onStep('read');
  // A result with a warning is not cached, because the next search may be complete.
  if (key && answer.results.length > 0 && !answer.warning) resultCache.set(key, answer);
  return answer;
}

function send(image: File, limit: number, signal: AbortSignal): Promise<Body> {
  const form = new FormData();
  form.append('image', image, image.name);
  form.append('limit', String(limit));
  return authFetch<Body>('/api/v1/search-similar-images', { method: 'POST', body: form, signal });
}

const isTooManyPixels = (error: unknown) =>
  error instanceof ApiError && error.reason === 'too_many_pixels';

export function read({ success, results, message, warning, error }: Body): ImageSearchResults {
  const words = {
    message: messageOf(message),
    warning: messageOf(warning),
    error: messageOf(error),
  };
  if (!success) throw new RefusedError(words.error ?? words.message ?? 'not a success');
  const { message: messageText, warning: warned, error: failed } = words;
  return {
    results: parseSimilarProducts(results),
    ...(messageText && { message: messageText }),
    ...(warned && { warning: warned }),
    ...(failed && { error: failed }),
  };
}

const messageOf = (value: unknown) =>
  typeof value === 'string' && value.trim() ? value : undefined;

/** Applies a timeout, which includes requesting the API token. */
async function withTimeout<T>(
  ms: number,
  signal: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal.reason);
  const timer = setTimeout(() => controller.abort(new TimeoutError('took too long')), ms);
  signal.addEventListener('abort', giveUp);
  if (signal.aborted) giveUp();
  const aborted = new Promise<never>((_, reject) => {
    const rejectAborted = () => reject(controller.signal.reason);
    if (controller.signal.aborted) rejectAborted();
    else controller.signal.addEventListener('abort', rejectAborted);
  });
  try {
    return await Promise.race([call(controller.signal), aborted]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
