import * as v from 'valibot';
import {
  isDistrictOf,
  MAX_LENGTH,
  type PlaceValues,
  shortText,
} from '@/domain/addresses/address-form-values';
import { readWholeNumber } from '@/shared/format/whole-number';
import { cleanPhone } from '@/shared/forms/clean-pasted';
import { isForeignPhone, parsePhone } from '@/shared/forms/phone';
import type { MessageKey } from '@/shared/i18n/load-messages';

/**
 * Values of the checkout form. Numbers are stored as typed. Delivery and pick-up have a person and a phone number each, so that who
 * picks up the goods is never sent as the receiver of an address.
 */
export type CheckoutValues = PlaceValues & {
  method: 'delivery' | 'pickup';
  /** Person who picks up the goods at the branch. */
  collector: string;
  collector_phone: string;
  /** Id of the chosen address of the book; empty while another one is typed. */
  address_id: string;
  /** Id of the saved address that the typed one replaces. */
  edited_id: string;
  /** Whether the typed address is to be saved: an empty text means no. */
  save_address: string;
  note: string;
  branch_id: string;
  payment: 'qr' | 'transfer' | 'cod';
  points: string;
};

/** Empty values, in the order of the page, in which errors are focused. */
export const EMPTY_VALUES: CheckoutValues = {
  method: 'delivery',
  address_id: '',
  edited_id: '',
  receiver: '',
  phone: '',
  province: '',
  district: '',
  village: '',
  landmark: '',
  driver_note: '',
  position: '',
  save_address: 'yes',
  collector: '',
  collector_phone: '',
  branch_id: '',
  note: '',
  payment: 'qr',
  points: '',
};

const MAX_NOTE = 500;
const says = (key: MessageKey) => key;

/** Points to redeem; 0 if the text is empty, null if it is not a whole number. */
export function pointsOf(text: string): number | null {
  const points = readWholeNumber(text);
  return points === undefined ? 0 : points;
}

const isSent = ({ method }: { method: string }) => method === 'delivery';

/** Field for the phone number of a delivery method. */
export const phoneField = ({ method }: Pick<CheckoutValues, 'method'>) =>
  method === 'pickup' ? 'collector_phone' : 'phone';

/**
 * Field of the form for a field of the API: the receiver and the phone number of a pick-up are the fields of the
 * collector.
 */
export function checkoutField(field: string, values: Pick<CheckoutValues, 'method'>): string {
  if (isSent(values)) return field;
  if (field === 'phone') return phoneField(values);
  return field === 'receiver' ? 'collector' : field;
}

const phoneText = v.pipe(v.string(), v.transform(cleanPhone));
type Phones = { method: 'delivery' | 'pickup'; phone: string; collector_phone: string };
const isForeign = (values: Phones) => isForeignPhone(values[phoneField(values)]);
const isPhone = (values: Phones) => parsePhone(values[phoneField(values)]) !== null;

/** Schema of the form. The address is required only for delivery, the branch only for pick-up. */
export const checkoutSchema = v.pipe(
  v.object({
    receiver: shortText(MAX_LENGTH.receiver),
    phone: phoneText,
    collector: shortText(MAX_LENGTH.receiver),
    collector_phone: phoneText,
    method: v.picklist(['delivery', 'pickup']),
    address_id: v.string(),
    edited_id: v.string(),
    save_address: v.string(),
    province: v.string(),
    district: v.string(),
    village: shortText(MAX_LENGTH.village),
    landmark: shortText(MAX_LENGTH.landmark),
    driver_note: shortText(MAX_LENGTH.driver_note),
    position: v.string(),
    note: shortText(MAX_NOTE),
    branch_id: v.string(),
    payment: v.picklist(['qr', 'transfer', 'cod']),
    points: v.pipe(
      v.string(),
      v.check((text) => pointsOf(text) !== null, says('field.points')),
    ),
  }),
  v.forward(
    v.check((values) => !isSent(values) || !isForeign(values), says('field.foreignPhone')),
    ['phone'],
  ),
  v.forward(
    v.check((values) => !isSent(values) || isPhone(values), says('field.phone')),
    ['phone'],
  ),
  v.forward(
    v.check((values) => isSent(values) || !isForeign(values), says('field.foreignPhone')),
    ['collector_phone'],
  ),
  v.forward(
    v.check((values) => isSent(values) || isPhone(values), says('field.phone')),
    ['collector_phone'],
  ),
  v.forward(
    v.check((values) => !isSent(values) || values.province !== '', says('field.province')),
    ['province'],
  ),
  v.forward(
    v.check(
      (values) => !isSent(values) || isDistrictOf(values.province, values.district),
      says('field.district'),
    ),
    ['district'],
  ),
  v.forward(
    v.check((values) => !isSent(values) || values.village !== '', says('field.village')),
    ['village'],
  ),
  v.forward(
    v.check((values) => isSent(values) || values.branch_id !== '', says('field.branch')),
    ['branch_id'],
  ),
);
