import { ApiError } from '@/shared/api/client';
import { problemText } from '@/shared/forms/problem-text';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';

const REASONS: Record<string, MessageKey> = {
  is_staff: 'office.customer.isStaff',
  points_short: 'office.customer.pointsShort',
  open_orders: 'office.customer.openOrders',
};

/** Error text of a refused change of a customer, with what to do. */
export function customerProblem(t: Translate, error: unknown): string {
  const known = error instanceof ApiError ? REASONS[error.reason ?? ''] : undefined;
  return known ? t(known) : problemText(error, t, t('office.actionFailed'));
}
