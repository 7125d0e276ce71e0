import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import type { Translate } from './load-messages';

/** Translated reason why a request failed; undefined if the reason is not known. */
export function errorText(t: Translate, error: unknown): string | undefined {
  if (error instanceof ApiTokenError) {
    const texts = {
      validation: () => t('failure.tokenValidation'),
      missing: () => t('failure.tokenMissing'),
      refresh: () => t('failure.tokenRefresh'),
    };
    return texts[error.kind]();
  }
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'offline') return t('error.offlineText');
  if (error.status === 429) return t('failure.tooMany');
  if (error.status === 503) return t('failure.unavailable');
  return undefined;
}
