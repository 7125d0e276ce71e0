import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import type { BulkResult } from '../staff-product-types';

const REASONS: Record<string, MessageKey> = {
  no_price: 'office.bulk.noPrice',
  not_positive: 'office.bulk.notPositive',
  unknown: 'office.bulk.unknown',
};

/**
 * Reasons for unchanged products, each with the number of all these products. A gateway of the previous release sends no
 * counts.
 */
export const skippedTexts = (
  t: Translate,
  counts: BulkResult['skipped_counts'] | undefined,
): string[] =>
  (counts ?? []).map(({ reason, count }) => t(REASONS[reason] ?? 'office.bulk.unknown', { count }));

/** Number of all products that were left out, also of a repeated change. */
export const skippedCount = ({ matched, changed, unchanged }: BulkResult): number =>
  matched - changed - unchanged;
