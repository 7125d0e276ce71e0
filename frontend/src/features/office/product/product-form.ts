import { formatNumber } from '@/shared/format/kip';
import { readPrice } from '@/shared/format/price-text';
import { readWholeNumber } from '@/shared/format/whole-number';
import type { MessageKey } from '@/shared/i18n/load-messages';
import type { ProductEdit, StaffProductDetail } from '../staff-product-types';
import {
  type AttributeRow,
  attributeRows,
  attributesOf,
  hasNameError,
  sameRows,
} from './attribute-rows';

/** Values of the product form, as typed. */
export type ProductForm = Record<TextField, string> & {
  cat_id: number | null;
  prog_id: number | null;
  attributes: AttributeRow[];
  /** Image paths, the main image first. */
  images: string[];
  visible: boolean;
  /** Schedule in Vientiane time: `2026-12-01T08:00`, or empty. */
  visible_from: string;
  visible_until: string;
};

const TEXT_FIELDS = [
  'pro_name_la',
  'pro_name_en',
  'description_la',
  'description_en',
  'price',
  'original_price',
  'unit_name_la',
  'unit_name_en',
  'vatrate',
  'brand',
  'location',
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
export type FormField = keyof ProductForm;
export const FORM_FIELDS: FormField[] = [
  ...TEXT_FIELDS,
  'images',
  'attributes',
  'cat_id',
  'prog_id',
  'visible',
  'visible_from',
  'visible_until',
];

/** Fields that exist in both languages. */
export const PAIRS = [
  ['pro_name_la', 'pro_name_en'],
  ['description_la', 'description_en'],
  ['unit_name_la', 'unit_name_en'],
] as const satisfies [TextField, TextField][];

const MAX_NAME = 500;
const MAX_BRAND = 60;
const MAX_LOCATION = 40;

const kip = (value: number | null) => (value === null ? '' : formatNumber(value));

export function formOf(product: StaffProductDetail): ProductForm {
  const { pro_img_cover: cover, images, attributes, cat_id, prog_id, visible } = product;
  return {
    pro_name_la: product.pro_name_la,
    pro_name_en: product.pro_name_en,
    description_la: product.description_la,
    description_en: product.description_en,
    price: kip(product.price),
    original_price: kip(product.original_price),
    unit_name_la: product.unit_name_la,
    unit_name_en: product.unit_name_en,
    vatrate: String(product.vatrate),
    brand: product.brand,
    location: product.location,
    images: [cover, ...images.filter((image) => image !== cover)].filter(Boolean),
    attributes: attributeRows(attributes),
    cat_id,
    prog_id,
    visible,
    visible_from: localTime(product.visible_from),
    visible_until: localTime(product.visible_until),
  };
}

/** Local part of an API time, which has the shop's offset: `2026-12-01T08:00:00+07:00`. */
const localTime = (at: string | null) => at?.slice(0, 16) ?? '';
const shopMoment = (local: string) => (local ? `${local}:00+07:00` : null);

export function isSame(field: FormField, a: ProductForm, b: ProductForm): boolean {
  switch (field) {
    case 'price':
    case 'original_price':
      return a[field] === b[field] || sameNumber(readPrice(a[field]), readPrice(b[field]));
    case 'vatrate':
      return sameNumber(readWholeNumber(a.vatrate), readWholeNumber(b.vatrate));
    case 'attributes':
      return sameRows(a.attributes, b.attributes);
    case 'images':
      return JSON.stringify(a.images) === JSON.stringify(b.images);
    default:
      return typeof a[field] === 'string' && typeof b[field] === 'string'
        ? a[field].trim() === b[field].trim()
        : a[field] === b[field];
  }
}

/** Whether two typed numbers are equal; never if one is invalid. */
const sameNumber = (a: number | undefined | null, b: number | undefined | null) =>
  a !== null && a === b;

export const changedFields = (form: ProductForm, base: ProductForm): FormField[] =>
  FORM_FIELDS.filter((field) => !isSame(field, form, base));

/**
 * Three-way merge: fields that the user changed from `base` keep the user's value, all others get the value of
 * `next`.
 */
export function rebased(form: ProductForm, base: ProductForm, next: ProductForm): ProductForm {
  const typed = changedFields(form, base);
  const edits = Object.fromEntries(typed.map((field) => [field, form[field]]));
  return { ...next, ...edits };
}

/** Request body with the changed fields. A group implies its category. */
export function editOf(form: ProductForm, base: ProductForm): ProductEdit {
  const edit: ProductEdit = {};
  for (const field of changedFields(form, base)) {
    switch (field) {
      case 'price':
      case 'original_price':
        edit[field] = readPrice(form[field]) ?? null;
        break;
      case 'vatrate':
        edit.vatrate = readWholeNumber(form.vatrate) ?? 0;
        break;
      case 'attributes':
        edit.attributes = attributesOf(form.attributes);
        break;
      case 'images':
        edit.pro_img_cover = form.images[0] ?? '';
        edit.images = form.images.slice(1);
        break;
      case 'cat_id':
        if (form.prog_id === null) edit.cat_id = form.cat_id;
        break;
      case 'prog_id':
        edit.prog_id = form.prog_id;
        break;
      case 'visible':
        edit.visible = form.visible;
        break;
      case 'visible_from':
      case 'visible_until':
        edit[field] = shopMoment(form[field]);
        break;
      default:
        edit[field] = form[field].trim();
    }
  }
  return edit;
}

export type FormErrors = Partial<Record<FormField, MessageKey>>;

/** Validation errors by field. */
export function errorsOf(form: ProductForm): FormErrors {
  const errors: FormErrors = {};
  if (!form.pro_name_la.trim() && !form.pro_name_en.trim()) {
    errors.pro_name_la = 'office.product.nameMissing';
  }
  for (const field of ['pro_name_la', 'pro_name_en', 'unit_name_la', 'unit_name_en'] as const) {
    if ([...form[field]].length > MAX_NAME) errors[field] = 'office.product.tooLong';
  }
  if ([...form.brand].length > MAX_BRAND) errors.brand = 'office.product.tooLong';
  if ([...form.location.trim()].length > MAX_LOCATION) errors.location = 'office.product.tooLong';
  for (const field of ['price', 'original_price'] as const) {
    if (readPrice(form[field]) === null) errors[field] = 'office.product.priceWrong';
  }
  const vat = readWholeNumber(form.vatrate);
  if (typeof vat !== 'number' || vat > 100) errors.vatrate = 'office.product.vatWrong';
  if (form.visible_until && form.visible_until <= form.visible_from) {
    errors.visible_until = 'office.product.untilWrong';
  }
  if (hasNameError(form.attributes)) errors.attributes = 'office.product.attributeWrong';
  return errors;
}

/** Number of texts that exist in only one language. */
export function missingCount(form: ProductForm): number {
  const pairs = PAIRS.filter(([la, en]) => isHalf(form[la], form[en]));
  return pairs.length + form.attributes.filter(({ la, en }) => isHalf(la, en)).length;
}

export const isHalf = (la: string, en: string): boolean =>
  (la.trim() === '') !== (en.trim() === '');
