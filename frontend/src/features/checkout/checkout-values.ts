import * as v from 'valibot';
import { readWholeNumber } from '@/shared/format/whole-number';
import { cleanPasted } from '@/shared/forms/clean-pasted';
import { isForeignPhone, parsePhone } from '@/shared/forms/phone';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { districtsOf } from './provinces';

/** Values of the checkout form. Numbers are stored as typed. */
export type CheckoutValues = {
  phone: string;
  method: 'delivery' | 'pickup';
  province: string;
  district: string;
  village: string;
  note: string;
  branch_id: string;
  payment: 'qr' | 'transfer' | 'cod';
  points: string;
};

/** In the order of the page, in which faults are named. */
export const EMPTY_VALUES: CheckoutValues = {
  method: 'delivery',
  phone: '',
  province: '',
  district: '',
  village: '',
  branch_id: '',
  note: '',
  payment: 'qr',
  points: '',
};

const MAX_LENGTH = { village: 100, note: 500 };
const says = (key: MessageKey) => key;

/** Points to redeem; 0 if the text is empty, null if it is not a whole number. */
export function pointsOf(text: string): number | null {
  const points = readWholeNumber(text);
  return points === undefined ? 0 : points;
}

const isSent = ({ method }: { method: string }) => method === 'delivery';

/** The address is required only for delivery, the branch only for pickup. */
export const checkoutSchema = v.pipe(
  v.object({
    phone: v.pipe(
      v.string(),
      v.transform(cleanPasted),
      v.check((text) => !isForeignPhone(text), says('field.foreignPhone')),
      v.check((text) => parsePhone(text) !== null, says('field.phone')),
    ),
    method: v.picklist(['delivery', 'pickup']),
    province: v.string(),
    district: v.string(),
    village: v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTH.village, says('field.tooLong'))),
    note: v.pipe(v.string(), v.trim(), v.maxLength(MAX_LENGTH.note, says('field.tooLong'))),
    branch_id: v.string(),
    payment: v.picklist(['qr', 'transfer', 'cod']),
    points: v.pipe(
      v.string(),
      v.check((text) => pointsOf(text) !== null, says('field.points')),
    ),
  }),
  v.forward(
    v.check((values) => !isSent(values) || values.province !== '', says('field.province')),
    ['province'],
  ),
  v.forward(
    v.check(
      (values) =>
        !isSent(values) || districtsOf(values.province).some(({ la }) => la === values.district),
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
