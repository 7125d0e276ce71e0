import { ApiError } from '@/shared/api/client';
import { problemText } from '@/shared/forms/problem-text';
import type { Translate } from '@/shared/i18n/load-messages';

/** Error text of a refused change of the staff, with what to do. */
export function peopleProblem(t: Translate, error: unknown): string {
  if (error instanceof ApiError && error.reason === 'last_manager') return t('office.lastManager');
  if (error instanceof ApiError && error.reason === 'blocked') return t('office.person.blocked');
  if (error instanceof ApiError && error.reason === 'erasing') return t('office.person.erasing');
  if (error instanceof ApiError && error.field === 'branch_id') return t('office.branch.unknown');
  return problemText(error, t);
}
