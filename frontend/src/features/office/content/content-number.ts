import { readDecimalNumber } from '@/shared/format/decimal-number';
import { readWholeNumber } from '@/shared/format/whole-number';
import type { MessageKey } from '@/shared/i18n/load-messages';
import type { ContentBody, ContentKind } from './content-api';
import { fieldOf } from './content-form';
import { type ContentField, SECTIONS } from './content-schema';

/** `number` is a whole number, which must be there; `degrees` may have decimals, and be empty. */
export type NumberType = 'number' | 'degrees';

/**
 * Value of a typed number. A text that is not such a number is the value itself: nothing is rewritten, and `numberError`
 * refuses it.
 */
export function typedNumber(type: NumberType, text: string): number | string | null {
  const read = type === 'number' ? readWholeNumber(text) : readDecimalNumber(text);
  if (read === undefined) return type === 'number' ? '' : null;
  return read ?? text;
}

/** Message for a value that is not a number. */
export function numberError(type: NumberType, value: unknown): MessageKey | undefined {
  if (typeof value !== 'string') return undefined;
  if (value.trim() === '') return 'office.product.required';
  return type === 'number' ? 'office.content.fault.whole' : 'office.content.fault.degrees';
}

export const isNumberType = (type: ContentField['type']): type is NumberType =>
  type === 'number' || type === 'degrees';

/** Messages of all numbers of a body that are none, in the order of the form. */
export const numberErrors = (kind: ContentKind, body: ContentBody): MessageKey[] =>
  SECTIONS[kind].flatMap(({ fields }) => errorsIn(fields, body));

const errorsIn = (fields: ContentField[], value: unknown): MessageKey[] =>
  fields.flatMap((field) => {
    const own = fieldOf(value, field.name);
    if (field.type === 'list') {
      return (own as unknown[]).flatMap((item) => errorsIn(field.item, item));
    }
    const error = isNumberType(field.type) && numberError(field.type, own);
    return error ? [error] : [];
  });
