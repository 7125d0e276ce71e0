import type { LocalText, ProductDetail } from '@/shared/api/types';

/**
 * Attributes with translated names, in the order of the table. `sku` and `brand` have rows of their own before them.
 */
export const KNOWN_ATTRIBUTES = [
  'material',
  'color',
  'size',
  'thickness',
  'length',
  'volume',
  'weight',
  'pack',
  'grade',
  'power',
  'voltage',
  'current',
  'capacity',
  'base',
  'standard',
  'warranty_months',
] as const;
export type KnownAttribute = (typeof KNOWN_ATTRIBUTES)[number];

const OWN_ROWS = new Set(['sku', 'brand']);

export type AttributeValue = string | number | LocalText;
export type Attribute = { name: string; known: KnownAttribute | null; value: AttributeValue };

/** Attributes in the order of the table: known ones first, then all others. */
export function orderedAttributes(attributes: ProductDetail['attributes']): Attribute[] {
  const known = KNOWN_ATTRIBUTES.filter((name) => name in attributes).map((name) => ({
    name,
    known: name,
    value: attributes[name] as AttributeValue,
  }));
  const others = Object.entries(attributes)
    .filter(([name]) => !OWN_ROWS.has(name) && !known.some((attribute) => attribute.name === name))
    .map(([name, value]) => ({ name, known: null, value }));
  return [...known, ...others].filter(({ value }) => !isEmpty(value));
}

function isEmpty(value: AttributeValue | null): boolean {
  if (value === null || value === '') return true;
  return typeof value === 'object' && !value.la && !value.en;
}

/** Readable name of an attribute without a translation: `max_load_kg` → `Max load kg`. */
export function humanized(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
