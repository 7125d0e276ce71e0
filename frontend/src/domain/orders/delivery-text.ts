import { placeNames } from '@/domain/addresses/provinces';
import type { LanguageCode } from '@/shared/i18n/languages';
import { pickText } from '@/shared/i18n/pick-text';
import { secondName } from '@/shared/i18n/second-name';
import type { Delivery } from './order-types';

/** Name of the pick-up branch, with the English one for readers of neither Lao, Thai nor English. */
export function branchName(delivery: Delivery, code: LanguageCode): string {
  const [la, en] = [delivery.branch_name_la ?? '', delivery.branch_name_en ?? ''];
  const second = secondName(la, en);
  return pickText(la, en, code) + (second ? ` · ${second}` : '');
}

/** Address as on a parcel, with the names of the page's language for the customer who reads it. */
export const addressLineIn = (delivery: Delivery, code: LanguageCode): string =>
  addressLine({ ...delivery, ...placeNames(delivery, code) });

/** Address as on a parcel, as it is stored for the drivers: village, district, province. */
export function addressLine({ village, district, province }: Delivery): string {
  return [village, district, province].filter(Boolean).join(', ');
}
