import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import type { Translate } from '@/shared/i18n/load-messages';

/** Error text of a refused change of synonyms. */
export function synonymProblem(t: Translate, error: unknown): string {
  const reason = error instanceof ApiError ? error.reason : undefined;
  if (reason === 'synonym_exists') return t('office.searches.groupExists');
  if (reason === 'synonyms_changed') return t('office.searches.groupChanged');
  if (reason === 'synonym_limit') return t('office.searches.groupLimit');
  if (error instanceof ApiError && error.field === 'words') {
    return t('office.searches.wordsInvalid');
  }
  return errorText(t, error) ?? t('office.actionFailed');
}
