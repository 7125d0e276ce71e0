import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kipText } from '../OfficeKip';
import { shortDay } from '../office-dates';
import { CONSENT_TEXTS } from '../order/consent-texts';
import { CORRECTION_TEXTS } from '../order/correction-texts';
import { ACTION_TEXTS } from '../order-effects';
import { MONEY_METHOD_TEXTS, statusLook } from '../order-labels';
import { type DetailText, known, partsText } from './detail-text';

const PLACE_TEXTS = { stock: 'office.return.toStock', waste: 'office.return.toWaste' } as const;

/** Step of an order, with the amount, method and goods that it moved: `mark_paid: 146000 kip, transfer`. */
export const stepText: DetailText = (detail, { t }) => {
  const [name = '', ...moved] = detail.split(': ');
  const step = known(ACTION_TEXTS, name);
  return step && joined(t, t(step).replace(/…$/, ''), moved);
};

/** Corrected booking, with the goods that came back instead: `return: 7 × 1 to stock`. */
export const correctionText: DetailText = (detail, { t }) => {
  const [name = '', ...moved] = detail.split(': ');
  const booking = known(CORRECTION_TEXTS, name);
  return booking && joined(t, t(booking), moved);
};

const joined = (t: Translate, text: string, moved: string[]): string =>
  [text, ...moved.map((parts) => partsText(parts, (part) => movedText(t, part)))].join(': ');

function movedText(t: Translate, part: string): string {
  const amount = /^(\d+) kip$/.exec(part)?.[1];
  if (amount) return kipText(Number(amount));
  const [, units, place] = /^(\d+ × \d+) to (stock|waste)$/.exec(part) ?? [];
  if (units) return `${units} (${t(PLACE_TEXTS[place as 'stock' | 'waste'])})`;
  const products = /^(\d+) products in all$/.exec(part)?.[1];
  if (products) return t('office.audit.detail.products', { count: Number(products) });
  if (part === 'delivery fee') return t('office.return.delivery');
  const method = known(MONEY_METHOD_TEXTS, part);
  return method ? t(method) : part;
}

/** Order that was taken: `261130-BYFVZATJ for customer 7, discount 1000 kip`. */
export const takenText: DetailText = (detail, { t }) => {
  const [, number, id, kip] =
    /^(\S*) ?for customer (\d+)(?:, discount (\d+) kip)?$/.exec(detail) ?? [];
  if (id === undefined) return undefined;
  const text = [number, t('office.audit.detail.customer', { id })].filter(Boolean).join(' · ');
  return kip
    ? `${text} · ${t('office.audit.detail.discount', { amount: kipText(Number(kip)) })}`
    : text;
};

const EDITED: Record<string, MessageKey> = {
  phone: 'office.phone',
  delivery: 'office.delivery',
  receiver: 'office.audit.detail.receiver',
};

/** Edited parts of an order: `phone delivery`. */
export const editedText: DetailText = (detail, { t }) =>
  detail
    .split(' ')
    .map((part) => {
      const label = known(EDITED, part);
      return label ? t(label) : part;
    })
    .join(', ');

/** New lines, with the customer's consent and the delivery: `7 × 2 … (12 lines); consent phone; pickup 3`. */
export const linesText: DetailText = (detail, { t }) =>
  detail
    .split('; ')
    .map((part) => {
      const count = / … \((\d+) lines\)$/.exec(part);
      if (count) {
        const rest = t('office.lineCount', { count: Number(count[1]) });
        return `${part.slice(0, count.index)} … (${rest})`;
      }
      const consent = known(CONSENT_TEXTS, /^consent (\w+)$/.exec(part)?.[1] ?? '');
      if (consent) return t(consent);
      const branch = /^pickup(?: (\d+))?$/.exec(part);
      if (branch) return [t('office.pickup'), branch[1]].filter(Boolean).join(' ');
      return part === 'delivery' ? t('office.delivery') : part;
    })
    .join(' · ');

/** Planned day: `2026-11-21 morning`, or `none`. */
export const dayText: DetailText = (detail, { t, language }) => {
  if (detail === 'none') return t('office.day.unset');
  const [, date, part] = /^(\d{4}-\d\d-\d\d)(?: (morning|afternoon))?$/.exec(detail) ?? [];
  if (!date) return undefined;
  const day = shortDay(date, language, true);
  if (!part) return day;
  return t(part === 'morning' ? 'office.day.inMorning' : 'office.day.inAfternoon', { day });
};

/** Line that was ticked off, or its undone tick: `1202001 × 3 not picked`. */
export const pickedText: DetailText = (detail, { t }) => {
  const [, line, not] = /^(\d+ × \d+) (not )?picked$/.exec(detail) ?? [];
  if (!line) return undefined;
  return t(not ? 'office.audit.detail.notPicked' : 'office.audit.detail.picked', { line });
};

const FILTERS: Record<string, MessageKey> = {
  status: 'office.filter.status',
  payment_status: 'office.filter.payment',
  payment_method: 'office.filter.method',
  delivery: 'office.filter.delivery',
  branch_id: 'office.filter.branch',
  delivery_day: 'office.filter.day',
  from: 'office.date.from',
  to: 'office.date.to',
  cus_id: 'office.filter.person',
  view: 'office.views',
  sort: 'office.sort',
  search: 'office.audit.detail.search',
};

/** Filters of a downloaded list: `status=placed from=2026-11-01 search`. */
export const filtersText: DetailText = (detail, { t, language }) =>
  detail
    .split(' ')
    .map((filter) => {
      const [name = '', value] = filter.split('=');
      const key = known(FILTERS, name);
      const label = key ? t(key) : name;
      if (value === undefined) return label;
      if (name === 'status') return `${label}: ${t(statusLook(value).text)}`;
      if (/^\d{4}-\d\d-\d\d$/.test(value)) return `${label}: ${shortDay(value, language, true)}`;
      if (value === 'pickup') return `${label}: ${t('office.pickup')}`;
      return value === name ? label : `${label}: ${value}`;
    })
    .join(' · ');
