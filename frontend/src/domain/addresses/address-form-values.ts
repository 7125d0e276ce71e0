import * as v from 'valibot';
import type { Coordinates } from '@/domain/branches/branch';
import type { components } from '@/shared/api/schema';
import { cleanPhone } from '@/shared/forms/clean-pasted';
import { messageKey, requiredText } from '@/shared/forms/form-checks';
import { formatPhone, isForeignPhone, parsePhone } from '@/shared/forms/phone';
import type { LanguageCode } from '@/shared/i18n/languages';
import type { SavedAddress } from './address-queries';
import { districtsOf, placeNames } from './provinces';

export type AddressBody = components['schemas']['AddressBody'];

/** Fields of an address in a form; the position is `lat,lng` or empty. */
export type PlaceValues = {
  receiver: string;
  phone: string;
  province: string;
  district: string;
  village: string;
  landmark: string;
  driver_note: string;
  position: string;
};
export type AddressValues = PlaceValues & { label: string; is_default: boolean };

/** Maximum lengths, as the accounts service checks them. */
export const MAX_LENGTH = {
  label: 40,
  receiver: 80,
  village: 100,
  landmark: 200,
  driver_note: 300,
};

/** Schema of a text that may be empty. */
export const shortText = (longest: number) =>
  v.pipe(v.string(), v.trim(), v.maxLength(longest, messageKey('field.tooLong')));

/** Schema of a phone number of Laos. */
const requiredPhone = v.pipe(
  v.string(),
  v.transform(cleanPhone),
  v.check((text) => !isForeignPhone(text), messageKey('field.foreignPhone')),
  v.check((text) => parsePhone(text) !== null, messageKey('field.phone')),
);

/** Whether the district is one of the province. */
export const isDistrictOf = (province: string, district: string) =>
  districtsOf(province).some(({ la }) => la === district);

export const addressSchema = v.pipe(
  v.object({
    label: shortText(MAX_LENGTH.label),
    receiver: requiredText('field.receiver', MAX_LENGTH.receiver),
    phone: requiredPhone,
    province: v.pipe(v.string(), v.nonEmpty(messageKey('field.province'))),
    district: v.string(),
    village: requiredText('field.village', MAX_LENGTH.village),
    landmark: shortText(MAX_LENGTH.landmark),
    driver_note: shortText(MAX_LENGTH.driver_note),
    position: v.string(),
    is_default: v.boolean(),
  }),
  v.forward(
    v.check(
      ({ province, district }) => isDistrictOf(province, district),
      messageKey('field.district'),
    ),
    ['district'],
  ),
);

/** Bounds of a rectangle around Laos, as the accounts service checks them. */
const LATITUDES = [13.5, 23] as const;
const LONGITUDES = [99.5, 108] as const;

export const isInLaos = ({ lat, lng }: Coordinates) =>
  lat >= LATITUDES[0] && lat <= LATITUDES[1] && lng >= LONGITUDES[0] && lng <= LONGITUDES[1];

export const positionText = (place: Coordinates | null | undefined): string =>
  place ? `${place.lat.toFixed(6)},${place.lng.toFixed(6)}` : '';

/** Parses a position as a form field has it; undefined for any other text. */
export function positionOf(text: string): Coordinates | undefined {
  const [lat, lng] = text.split(',').map(Number);
  if (!lat || !lng) return undefined;
  return isInLaos({ lat, lng }) ? { lat, lng } : undefined;
}

/** Form values of a saved address. */
export function placeValuesOf(address: SavedAddress): PlaceValues {
  const { receiver, phone, province, district, village, landmark, driver_note } = address;
  return {
    receiver,
    phone: formatPhone(phone),
    province,
    district,
    village,
    landmark,
    driver_note,
    position: positionText(address.position),
  };
}

/** Request body for the address of a form. */
export function addressBody(values: PlaceValues & Partial<AddressValues>): AddressBody {
  return {
    label: values.label?.trim() ?? '',
    receiver: values.receiver.trim(),
    phone: values.phone.trim(),
    province: values.province,
    district: values.district,
    village: values.village.trim(),
    landmark: values.landmark.trim(),
    driver_note: values.driver_note.trim(),
    position: positionOf(values.position) ?? null,
    is_default: values.is_default ?? false,
  };
}

/** Name of an address in lists: its label, or its village if it has none. */
export const addressName = ({ label, village }: SavedAddress) => label || village;

/** Address on one line, from the house to the province, which has the names of the page's language. */
export function addressText(address: SavedAddress, code: LanguageCode): string {
  const { district, province } = placeNames(address, code);
  return [address.landmark, address.village, district, province].filter(Boolean).join(', ');
}
