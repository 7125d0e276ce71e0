import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kipText } from '../OfficeKip';
import { fieldLabel } from '../product/field-texts';
import { type DetailText, known, partsText } from './detail-text';

/** Fields whose values are amounts in kip. */
const AMOUNTS = ['price', 'original_price'];
const STOCK_TEXTS: Record<string, MessageKey> = {
  receive: 'office.stock.receive',
  count: 'office.stock.count',
  damage: 'office.stock.damage',
  correct: 'office.stock.correct',
  stock: 'office.product.stock',
};
const NO_CHANGE = ' (no change)';

/** Changed fields of a product: `price 58000 → 59500, images`. */
export const fieldsText: DetailText = (detail, { t }) => {
  const isSame = detail.endsWith(NO_CHANGE);
  const fields = isSame ? detail.slice(0, -NO_CHANGE.length) : detail;
  const text = partsText(fields, (part) => fieldText(t, part));
  return isSame ? `${text} (${t('office.audit.detail.noChange')})` : text;
};

function fieldText(t: Translate, part: string): string {
  const [, name = '', values = ''] = /^(\w+)(.*)$/.exec(part) ?? [];
  const label = fieldLabel(t, name);
  if (label === name) return part;
  const shown = values.replace(/\bnone\b/g, '—');
  if (AMOUNTS.includes(name)) return label + shown.replace(/\d+/g, kipOf);
  if (name === 'visible')
    return label + shown.replace(/\b[01]\b/g, (word) => visibility(t, word === '1'));
  return label + shown;
}

const kipOf = (digits: string) => kipText(Number(digits));

const visibility = (t: Translate, isVisible: boolean) =>
  t(isVisible ? 'office.product.visible' : 'office.product.hidden');

/** Change of the stock: `damage 2, stock 7 → 5`. */
export const stockText: DetailText = (detail, { t }) =>
  partsText(detail, (part) => {
    const [name = '', ...values] = part.split(' ');
    const text = known(STOCK_TEXTS, name);
    return text ? [t(text), ...values].join(' ').replace(/\bnone\b/g, '—') : part;
  });

const BULK =
  /^(preview of )?(.*), (?:(\d+) selected|by search for (.*?)|(all products)|by filter)(?:: (\d+) of (\d+) products changed)?$/s;

/** Bulk change: `preview of price +3 %, 2 selected: 1 of 2 products changed`. */
export const bulkText: DetailText = (detail, { t }) => {
  const found = BULK.exec(detail);
  if (!found) return undefined;
  const [, preview, change = '', selected, search, all, changed, count] = found;
  const products = selected
    ? t('office.audit.detail.selected', { count: Number(selected) })
    : search !== undefined
      ? t('office.audit.detail.bySearch', { text: search })
      : t(all ? 'office.audit.detail.all' : 'office.audit.detail.byFilter');
  const done =
    count && t('office.audit.detail.changedOf', { changed: Number(changed), count: Number(count) });
  const text = [bulkChangeText(t, change), products, done].filter(Boolean).join(' · ');
  return preview ? t('office.audit.detail.preview', { text }) : text;
};

function bulkChangeText(t: Translate, change: string): string {
  const [, kip, amount] = /^price ([+−])(\d+) kip$/.exec(change) ?? [];
  if (amount) return `${t('office.product.price')} ${kip}${kipOf(amount)}`;
  const [, name = '', value = ''] =
    /^(price|group|visible|location)(?: (.*))?$/s.exec(change) ?? [];
  if (name === 'price') return `${t('office.product.price')} ${value.replace(' %', '%')}`.trimEnd();
  if (name === 'group') return `${t('office.product.group')} ${value === '0' ? '—' : value}`;
  if (name === 'location') return `${t('office.product.location')} ${value || '—'}`;
  return name === 'visible' ? visibility(t, value === 'true') : change;
}

/** Undone change: `3 products restored, 2 fields kept (only 7)`. */
export const undoText: DetailText = (detail, { t }) => {
  const [, products, fields, only] =
    /^(\d+) products restored, (\d+) fields kept(?: \(only (\d+)\))?$/.exec(detail) ?? [];
  if (!products) return undefined;
  return [
    t('office.audit.detail.restored', { count: Number(products) }),
    fields !== '0' && t('office.audit.detail.kept', { count: Number(fields) }),
    only && t('office.audit.detail.only', { id: only }),
  ]
    .filter(Boolean)
    .join(' · ');
};

/** Copy of a product: `as 12`. */
export const copyText: DetailText = (detail, { t }) => {
  const id = /^as (\d+)$/.exec(detail)?.[1];
  return id && t('office.audit.detail.copy', { id });
};
