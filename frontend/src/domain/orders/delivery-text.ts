import type { LanguageCode } from '@/shared/i18n/languages';
import { pickText } from '@/shared/i18n/pick-text';
import type { Delivery } from './order-types';

/** Name of the pick-up branch. */
export function branchName(delivery: Delivery, code: LanguageCode): string {
  return pickText(delivery.branch_name_la ?? '', delivery.branch_name_en ?? '', code);
}

/** Address as on a parcel: village, district, province. */
export function addressLine({ village, district, province }: Delivery): string {
  return [village, district, province].filter(Boolean).join(', ');
}
