import type { FieldValue, StaffProductDetail } from '../staff-product-types';
import { EDITED_FIELDS } from './field-texts';

export type ProductDifference = { field: string; before: FieldValue; after: FieldValue };

/** Fields in which two versions of a product differ. */
export function productDifferences(
  before: StaffProductDetail,
  after: StaffProductDetail,
): ProductDifference[] {
  return EDITED_FIELDS.map((field) => ({
    field,
    before: fieldValue(before, field),
    after: fieldValue(after, field),
  })).filter((one) => JSON.stringify(one.before) !== JSON.stringify(one.after));
}

const fieldValue = (product: StaffProductDetail, field: string): FieldValue =>
  (product as unknown as Record<string, FieldValue>)[field] ?? null;
