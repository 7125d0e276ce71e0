import type { Attributes, AttributeValue } from '../staff-product-types';

/** One attribute as two texts. `value` is the stored value, which an unchanged row keeps. */
export type AttributeRow = {
  id: string;
  name: string;
  la: string;
  en: string;
  value?: AttributeValue;
};

export const attributeRows = (attributes: Attributes): AttributeRow[] =>
  Object.entries(attributes).map(([name, value]) => ({
    id: name,
    name,
    ...textsOf(value),
    value,
  }));

const textsOf = (value: AttributeValue) =>
  typeof value === 'object'
    ? { la: value.la, en: value.en }
    : { la: String(value), en: String(value) };

/** Attributes of the rows, without empty rows. A text that is equal in both languages is stored once. */
export function attributesOf(rows: AttributeRow[]): Attributes {
  const filled = rows.filter(({ name, la, en }) => name.trim() || la.trim() || en.trim());
  return Object.fromEntries(filled.map((row) => [row.name.trim(), storedValue(row)]));
}

function storedValue({ la, en, value }: AttributeRow): AttributeValue {
  if (value !== undefined) {
    const before = textsOf(value);
    if (before.la === la && before.en === en) return value;
  }
  const texts = { la: la.trim(), en: en.trim() };
  if (texts.la !== texts.en) return texts;
  const isNumber = typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(texts.la);
  return isNumber ? Number(texts.la) : texts.la;
}

/** Whether rows have equal texts, whatever they were read from. */
export const sameRows = (a: AttributeRow[], b: AttributeRow[]): boolean =>
  JSON.stringify(attributesOf(a)) === JSON.stringify(attributesOf(b));

/** Whether a row has a text without a name, or the name of another row. */
export function hasNameError(rows: AttributeRow[]): boolean {
  const names = rows
    .filter(({ name, la, en }) => name.trim() || la.trim() || en.trim())
    .map(({ name }) => name.trim());
  return names.includes('') || new Set(names).size < names.length;
}
