import { formatPhone, parsePhone } from '@/shared/forms/phone';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { phoneError, sentPhone } from '../phone-input';
import type { OrderDetailsRequest, StaffOrder } from '../staff-order-types';

/** Edited phone number, place of delivery and receiver. */
export type DetailsForm = {
  phone: string;
  branch_id: number | null;
  province: string;
  district: string;
  village: string;
  note: string;
  receiver: string;
  landmark: string;
  driver_note: string;
};
export type DetailsField = keyof DetailsForm;
export type DetailsErrors = Partial<Record<DetailsField, MessageKey>>;

const RECEIVER = ['receiver', 'landmark', 'driver_note'] as const;
const PLACES = ['province', 'district', 'village'] as const;

export function detailsForm({ phone, delivery, receiver }: StaffOrder): DetailsForm {
  return {
    phone: formatPhone(phone),
    branch_id: delivery.branch_id,
    province: delivery.province ?? '',
    district: delivery.district ?? '',
    village: delivery.village ?? '',
    note: delivery.note ?? '',
    receiver: receiver?.name ?? '',
    landmark: receiver?.landmark ?? '',
    driver_note: receiver?.driver_note ?? '',
  };
}

/** Validates the details like the server. */
export function detailsErrors(form: DetailsForm, isPickup: boolean): DetailsErrors {
  const errors: DetailsErrors = {};
  const phone = phoneError(form.phone);
  if (phone) errors.phone = phone;
  return { ...errors, ...placeErrors(form, isPickup) };
}

/** Validates the branch of a pick-up, or the address of a delivery. */
export function placeErrors(
  form: Pick<DetailsForm, 'branch_id' | (typeof PLACES)[number]>,
  isPickup: boolean,
): DetailsErrors {
  const errors: DetailsErrors = {};
  if (isPickup) {
    if (form.branch_id === null) errors.branch_id = 'office.details.missing';
    return errors;
  }
  for (const place of PLACES) {
    if (form[place].trim() === '') errors[place] = 'office.details.missing';
  }
  return errors;
}

/** The changed parts of the details; undefined if nothing changed. */
export function detailsChange(
  order: StaffOrder,
  form: DetailsForm,
): OrderDetailsRequest | undefined {
  const current = detailsForm(order);
  const { phone, branch_id, note, receiver, landmark, driver_note, ...places } = form;
  const differs = (fields: DetailsField[]) =>
    fields.some((field) => String(form[field] ?? '').trim() !== String(current[field] ?? ''));
  const isPhone = (parsePhone(phone) ?? phone) !== order.phone;
  const isDelivery = differs(
    order.delivery.method === 'pickup' ? ['branch_id', 'note'] : [...PLACES, 'note'],
  );
  const isReceiver = differs([...RECEIVER]);
  if (!isPhone && !isDelivery && !isReceiver) return undefined;
  const place = order.delivery.method === 'pickup' ? { branch_id } : places;
  return {
    version: order.version,
    ...(isPhone && { phone: sentPhone(phone) }),
    ...(isDelivery && { delivery: { ...place, note } }),
    ...(isReceiver && {
      receiver: {
        name: receiver.trim(),
        landmark: landmark.trim(),
        driver_note: driver_note.trim(),
        position: order.receiver?.position ?? null,
      },
    }),
  };
}

const ERROR_TEXTS: Record<string, MessageKey> = {
  phone: 'office.details.phoneWrong',
  'delivery.branch_id': 'office.details.branchWrong',
};

const NAMES: Record<string, DetailsField> = { 'receiver.name': 'receiver' };

/** Fields of the server's errors. */
export function refusedDetails(serverErrors: { field: string }[]): DetailsErrors {
  const errors: DetailsErrors = {};
  for (const { field } of serverErrors) {
    const name = NAMES[field] ?? (field.replace(/^(delivery|receiver)\./, '') as DetailsField);
    errors[name] = ERROR_TEXTS[field] ?? 'office.details.wrong';
  }
  return errors;
}
