import { ApiError } from '@/shared/api/client';
import type { MessageKey } from '@/shared/i18n/load-messages';

export type FieldError = { field: string; message: string; reason?: string };

/** Field errors of an error response, with the server's messages. */
export function fieldErrorsOf(error: unknown): FieldError[] {
  if (!(error instanceof ApiError)) return [];
  const { errors, message, detail } = error.details;
  if (errors?.length) return errors;
  return error.field ? [{ field: error.field, message: message ?? detail ?? error.message }] : [];
}

/**
 * Form field of a field in the API: `delivery.province` is `province`, `payment.method` is `payment`. Undefined if the
 * form has no such field.
 */
export function fieldOf(field: string, names: string[]): string | undefined {
  const parts = field.split('.');
  return [field, parts[0], parts.at(-1)].find((name) => name && names.includes(name));
}

/** Translated messages for invalid fields, by the field's name in the API, because the server responds in English. */
const TEXTS: Record<string, MessageKey> = {
  fname: 'field.fname',
  lname: 'field.lname',
  phone: 'field.phone',
  email: 'field.email',
  identifier: 'field.identifier',
  password: 'field.password',
  new: 'field.password',
  current: 'field.wrongPassword',
  current_password: 'field.wrongPassword',
  account_password: 'field.wrongPassword',
  code: 'office.factor.codeWrong',
  current_code: 'login.codeMissing',
  phone_code: 'login.codeMissing',
  email_code: 'login.codeMissing',
  receiver: 'field.receiver',
  province: 'field.province',
  district: 'field.district',
  village: 'field.village',
  branch_id: 'field.branch',
  payment: 'field.payment',
  note: 'field.tooLong',
  points: 'field.points',
  sender_type: 'inquiry.senderMissing',
  topic: 'inquiry.topicMissing',
  name: 'inquiry.nameMissing',
  message: 'inquiry.messageMissing',
};
const TAKEN: Record<string, MessageKey> = {
  phone: 'field.phoneTaken',
  email: 'field.emailTaken',
};

/** Texts of one reason, for the fields in which it means something else than the field's usual text. */
const REASONS: Record<string, Record<string, MessageKey>> = {
  invalid: {
    fname: 'field.name',
    lname: 'field.name',
    name: 'field.name',
    receiver: 'field.name',
  },
  taken: TAKEN,
  common: { password: 'field.commonPassword', new: 'field.commonPassword' },
  unchanged: { new: 'field.samePassword' },
  wrong_code: {
    code: 'login.codeWrong',
    current_code: 'login.codeWrong',
    phone_code: 'login.codeWrong',
    email_code: 'login.codeWrong',
  },
  required: { current_password: 'field.passwordMissing' },
};

export function fieldErrorText(field: string, reason: string | undefined): MessageKey | undefined {
  return REASONS[reason ?? '']?.[field] ?? TEXTS[field];
}
