import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { errorText } from '@/shared/i18n/error-text';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';

/** Texts of conflicts: sign-in by code, and a closed account. */
const REASONS: Record<string, MessageKey> = {
  no_channel: 'login.noChannel',
  staff: 'login.staffPassword',
  is_staff: 'login.staffPassword',
  unverified: 'login.unverified',
  erasing: 'login.erasing',
  open_orders: 'account.openOrders',
};

/** Error text of a form if no field is at fault; `otherwise` is the default text. */
export function problemText(error: unknown, t: Translate, otherwise = t('form.failed')): string {
  if (error instanceof ApiTokenError) return errorText(t, error) ?? otherwise;
  if (!(error instanceof ApiError)) return otherwise;
  if (error.code === 'offline') return t('form.offline');
  if (error.reason === 'credentials') return t('login.wrong');
  if (error.reason === 'blocked') return t('login.blocked');
  const key = REASONS[error.reason ?? ''];
  if (error.status === 409 && key) return t(key);
  if (error.status === 429) {
    const minutes = Math.max(1, Math.ceil((error.details.retryAfterS ?? 60) / 60));
    if (minutes <= 120) return t('form.tooMany', { minutes });
    return t('form.tooManyHours', { hours: Math.ceil(minutes / 60) });
  }
  if (error.reason === 'session') return t('form.signedOut');
  return otherwise;
}
