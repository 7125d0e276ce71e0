import { formatNumber } from '@/shared/format/kip';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { type ChoicesList, unlistedText } from '../choices-list';
import { kipText } from '../OfficeKip';
import type { Attributes, FieldValue } from '../staff-product-types';
import type { FormField } from './product-form';

type FieldName = {
  label: MessageKey;
  language?: MessageKey;
  /** Field of the form, if the page has one. */
  form?: FormField;
};

const LAO: MessageKey = 'office.product.lao';
const ENGLISH: MessageKey = 'office.product.english';

/** Labels of the fields, by their names in the API. */
const FIELDS: Record<string, FieldName> = {
  pro_name_la: { label: 'office.product.name', language: LAO, form: 'pro_name_la' },
  pro_name_en: { label: 'office.product.name', language: ENGLISH, form: 'pro_name_en' },
  description_la: { label: 'office.product.description', language: LAO, form: 'description_la' },
  description_en: {
    label: 'office.product.description',
    language: ENGLISH,
    form: 'description_en',
  },
  price: { label: 'office.product.price', form: 'price' },
  original_price: { label: 'office.product.before', form: 'original_price' },
  unit_name_la: { label: 'office.product.unit', language: LAO, form: 'unit_name_la' },
  unit_name_en: { label: 'office.product.unit', language: ENGLISH, form: 'unit_name_en' },
  vatrate: { label: 'office.product.vat', form: 'vatrate' },
  brand: { label: 'office.product.brand', form: 'brand' },
  location: { label: 'office.product.location', form: 'location' },
  cat_id: { label: 'office.product.category', form: 'cat_id' },
  prog_id: { label: 'office.product.group', form: 'prog_id' },
  attributes: { label: 'office.product.attributes', form: 'attributes' },
  pro_img_cover: { label: 'office.product.mainImage', form: 'images' },
  images: { label: 'office.product.images', form: 'images' },
  visible: { label: 'office.product.visibility', form: 'visible' },
  visible_from: { label: 'office.product.visibleFrom', form: 'visible_from' },
  visible_until: { label: 'office.product.visibleUntil', form: 'visible_until' },
  stock: { label: 'office.product.stock' },
};

export const EDITED_FIELDS = Object.keys(FIELDS).filter((field) => field !== 'stock');

export const formFieldOf = (field: string): FormField | undefined => FIELDS[field]?.form;

/** Label of a field: `Name English`. An unknown field keeps its API name. */
export function fieldLabel(t: Translate, field: string): string {
  const known = FIELDS[field];
  if (!known) return field;
  return known.language ? `${t(known.label)} ${t(known.language)}` : t(known.label);
}

/** Label of a field of the form. */
export function formLabel(t: Translate, field: FormField): string {
  return fieldLabel(t, field);
}

export type TaxonomyNames = {
  categories: { id: number; name: string }[];
  groups: { id: number; name: string }[];
  /** Load state of both. */
  placesList: ChoicesList;
};

const EMPTY = '—';
const MAX_TEXT = 120;

/** Formats a value of the ledger: kip, names of categories and groups, number of images. */
export function valueText(
  t: Translate,
  names: TaxonomyNames,
  field: string,
  value: FieldValue,
): string {
  if (field === 'visible') {
    return t(value ? 'office.product.visible' : 'office.product.hidden');
  }
  if (value === null || value === '') return EMPTY;
  const named = (all: { id: number; name: string }[]) =>
    all.find(({ id }) => id === value)?.name ?? unlistedText(t, names.placesList, Number(value));
  switch (field) {
    case 'price':
    case 'original_price':
      return kipText(Number(value));
    case 'visible_from':
    case 'visible_until':
      return String(value).slice(0, 16).replace('T', ' ');
    case 'vatrate':
      return `${value}%`;
    case 'stock':
      return formatNumber(Number(value));
    case 'cat_id':
      return named(names.categories);
    case 'prog_id':
      return named(names.groups);
    case 'images':
      return t('office.product.imageCount', { count: (value as string[]).length });
    case 'pro_img_cover':
      return String(value).replace(/^.*\//, '');
    case 'attributes':
      return cut(attributesText(value as Attributes));
    default:
      return cut(String(value));
  }
}

const attributesText = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => {
      const text = typeof value === 'object' ? [value.la, value.en].filter(Boolean) : [value];
      return `${name}: ${text.join(' / ')}`;
    })
    .join(', ');

const cut = (text: string) => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
