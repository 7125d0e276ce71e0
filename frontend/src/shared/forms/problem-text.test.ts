// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { languageOf } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import { problemText } from './problem-text';

const language = languageOf('en');
if (!language) throw new Error('no English');
await loadMessagePart('buying', language);
const t = await loadMessages(language);

it.each([
  [
    'validation',
    new ApiError(401, 'unauthenticated', 'the key is not accepted'),
    'API token validation failed',
  ],
  ['validation', new ApiError(429, 'resource_exhausted', 'No'), 'API token validation failed'],
  ['missing', undefined, 'No API token available. Please reload the page and try again.'],
  ['refresh', undefined, 'API token refresh failed. Cannot proceed with the request.'],
] as const)('form without an API token has the specified text: %s', (kind, cause, text) => {
  const error = new ApiTokenError(kind, cause);
  expect(problemText(error, t)).toBe(text);
  expect(problemText(error, t, 'The order was not placed')).toBe(text);
});

it.each([
  ['offline', new ApiError(0, 'offline', ''), /^No connection/],
  ['too many', new ApiError(429, 'resource_exhausted', ''), /^Too many attempts/],
  ['failed', new ApiError(500, 'internal', ''), 'The order was not placed'],
])('form whose request is %s has its reason', (_, error, text) => {
  expect(problemText(error, t, 'The order was not placed')).toMatch(text);
});

it.each([
  [60, '1 minute'],
  [7200, '120 minutes'],
  [7201, '3 hours'],
  [86_400, '24 hours'],
])('wait of %i seconds is shown as %s', (retryAfterS, text) => {
  const error = new ApiError(429, 'resource_exhausted', '', undefined, undefined, { retryAfterS });
  expect(problemText(error, t)).toBe(`Too many attempts. Please try again in ${text}.`);
});
