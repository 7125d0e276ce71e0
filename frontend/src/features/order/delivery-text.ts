import type { LanguageCode } from '@/language/languages';
import { pickText } from '@/language/pick';
import type { Delivery } from '@/order/shapes';

/** The name of the pick-up branch. */
export function branchName(delivery: Delivery, code: LanguageCode): string {
  return pickText(delivery.branch_name_la ?? '', delivery.branch_name_en ?? '', code);
}

/** The address as it is written on a parcel: from the village to the province. */
export function addressLine({ village, district, province }: Delivery): string {
  return [village, district, province].filter(Boolean).join(', ');
}
