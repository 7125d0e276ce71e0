import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import type { ImportDiagnostic, ImportPage } from './staff-imports-api';

/** Texts of the faults by their code. */
const FAULTS = {
  field_count: 'office.importFault.fieldCount',
  field_too_long: 'office.importFault.fieldTooLong',
  not_utf8: 'office.importFault.notUtf8',
  not_one_line: 'office.importFault.notOneLine',
  too_long: 'office.importFault.tooLong',
  control_character: 'office.importFault.controlCharacter',
  not_in_shop: 'office.importFault.notInShop',
  name_needed: 'office.importFault.nameNeeded',
  column_twice: 'office.importFault.columnTwice',
  column_missing: 'office.importFault.columnMissing',
  name_column_missing: 'office.importFault.nameColumnMissing',
  column_nameless: 'office.importFault.columnNameless',
  column_misspelled: 'office.importFault.columnMisspelled',
  column_unknown: 'office.importFault.columnUnknown',
  file_empty: 'office.importFault.fileEmpty',
  too_many_rows: 'office.importFault.tooManyRows',
  id_needed: 'office.importFault.idNeeded',
  not_positive: 'office.importFault.notPositive',
  too_high: 'office.importFault.tooHigh',
  not_kip: 'office.importFault.notKip',
  negative: 'office.importFault.negative',
  price_zero: 'office.importFault.priceZero',
  not_whole: 'office.importFault.notWhole',
  stock_negative: 'office.importFault.stockNegative',
  not_signed_units: 'office.importFault.notSignedUnits',
  not_percent: 'office.importFault.notPercent',
  not_day: 'office.importFault.notDay',
  not_moment: 'office.importFault.notMoment',
  not_hour: 'office.importFault.notHour',
  not_flag: 'office.importFault.notFlag',
  not_degrees: 'office.importFault.notDegrees',
  not_image_list: 'office.importFault.notImageList',
  too_many_images: 'office.importFault.tooManyImages',
  not_id_list: 'office.importFault.notIdList',
  stock_twice: 'office.importFault.stockTwice',
  price_jump: 'office.importFault.priceJump',
  ends_too_early: 'office.importFault.endsTooEarly',
  no_category: 'office.importFault.noCategory',
  no_group: 'office.importFault.noGroup',
  group_of_another_category: 'office.importFault.groupOfAnotherCategory',
  category_needed: 'office.importFault.categoryNeeded',
  id_twice: 'office.importFault.idTwice',
  no_promotion_type: 'office.importFault.noPromotionType',
  type_needed: 'office.importFault.typeNeeded',
  ends_before_start: 'office.importFault.endsBeforeStart',
  no_product: 'office.importFault.noProduct',
  image_address: 'office.importFault.imageAddress',
  no_image: 'office.importFault.noImage',
  html: 'office.importFault.html',
  stock_not_counted: 'office.importFault.stockNotCounted',
  stock_too_high: 'office.importFault.stockTooHigh',
  stock_held: 'office.importFault.stockHeld',
  stock_added_before: 'office.importFault.stockAddedBefore',
} as const satisfies Record<string, MessageKey>;

const byCode = new Map<string, MessageKey>(Object.entries(FAULTS));

/** A text, and the part that is English in every language. */
export type FaultText = { text: string; english: string };

/** Text of a fault or warning in the chosen language. One without a known code is the English sentence of the server. */
export function faultText(t: Translate, fault: ImportDiagnostic): FaultText {
  const key = byCode.get(fault.code);
  if (!key) return { text: '', english: fault.reason };
  const { hint = '', count, ...values } = fault.values;
  // A number, for its plural.
  const all = count === undefined ? values : { ...values, count: Number(count) };
  return { text: t(key, all), english: hint };
}

const UNAVAILABLE: Record<string, MessageKey> = {
  no_media: 'office.import.noMedia',
  read_only_media: 'office.import.readOnlyMedia',
};

/** Reason why files cannot be imported. */
export function unavailableText(t: Translate, page: ImportPage): FaultText {
  const key = UNAVAILABLE[page.unavailable_code ?? ''];
  return key ? { text: t(key), english: '' } : { text: '', english: page.unavailable_reason ?? '' };
}
