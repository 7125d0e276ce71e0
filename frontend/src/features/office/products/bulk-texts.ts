import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import type { BulkResult } from '../staff-product-types';

const REASONS: Record<string, MessageKey> = {
  no_price: 'office.bulk.noPrice',
  not_positive: 'office.bulk.notPositive',
  unknown: 'office.bulk.unknown',
};

/** Reasons for unchanged products, with their numbers. */
export function skippedTexts(t: Translate, skipped: BulkResult['skipped']): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of skipped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].map(([reason, count]) =>
    t(REASONS[reason] ?? 'office.bulk.unknown', { count }),
  );
}
