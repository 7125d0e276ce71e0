import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { toCameraError } from './camera/camera-error';
import { UnreadableImageError } from './image-processing';
import { RefusedError, TimeoutError, toImageSearchError } from './search-error';

const api = (status: number, details = {}, code: 'internal' | 'offline' = 'internal') =>
  new ApiError(status, code, `API request failed: ${status}`, undefined, undefined, details);

it.each([
  [new TimeoutError(''), { kind: 'timeout' }],
  [api(504), { kind: 'timeout' }],
  [new UnreadableImageError(''), { kind: 'unreadable' }],
  [api(413), { kind: 'size' }],
  [api(415), { kind: 'type' }],
  [api(503, { reason: 'overloaded', retryAfterS: 7 }), { kind: 'busy', seconds: 7 }],
  [api(503, { reason: 'turned_off' }), { kind: 'off' }],
  [api(503, { reason: 'not_ready', retryAfterS: 3 }), { kind: 'unavailable' }],
  [api(503, { retryAfterS: 2 }), { kind: 'unavailable' }],
  [api(400, { reason: 'damaged' }), { kind: 'unreadable' }],
  [api(400, { reason: 'too_many_pixels' }), { kind: 'unreadable' }],
  [api(429), { kind: 'busy', seconds: 5 }],
  [api(500, { message: 'The Database is away' }), { kind: 'database' }],
  [api(503, { message: 'the catalog’s database does not answer' }), { kind: 'database' }],
  [new RefusedError('no database'), { kind: 'database' }],
  [api(0, {}, 'offline'), { kind: 'network' }],
  [new TypeError('Failed to fetch'), { kind: 'network' }],
  [new RefusedError('network is down'), { kind: 'network' }],
  [api(500), { kind: 'general' }],
  [new ApiTokenError('missing'), { kind: 'network' }],
  ['words', { kind: 'general' }],
])('error %s is shown as %o', (error, expected) => {
  expect(toImageSearchError(error)).toEqual(expected);
});

it.each([
  ['NotAllowedError', 'denied'],
  ['SecurityError', 'denied'],
  ['NotFoundError', 'none'],
  ['NotReadableError', 'in-use'],
  ['OverconstrainedError', 'constraints'],
  ['NotSupportedError', 'unsupported'],
  ['SomethingElse', 'broken'],
])('camera error %s is %s', (name, expected) => {
  expect(toCameraError(new DOMException('', name))).toBe(expected);
});
