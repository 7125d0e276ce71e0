import { expect, it } from 'vitest';
import type { BulkResult } from '../staff-product-types';
import { skippedTexts } from './bulk-texts';

const t = ((key: string, { count }: { count: number }) => `${key} ${count}`) as never;

it.each<[BulkResult['skipped_counts'] | undefined, string[]]>([
  [[{ reason: 'no_price', count: 3 }], ['office.bulk.noPrice 3']],
  [[{ reason: 'newer', count: 1 }], ['office.bulk.unknown 1']],
  [undefined, []],
])('counts %j of skipped products give %j', (counts, texts) => {
  expect(skippedTexts(t, counts)).toEqual(texts);
});
