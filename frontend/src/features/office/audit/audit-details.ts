import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kipText } from '../OfficeKip';
import { ACTION_TEXTS } from '../order-effects';
import { MONEY_METHOD_TEXTS } from '../order-labels';
import { fieldLabel } from '../product/field-texts';
import { ROLE_TEXTS, STAFF_ROLES } from '../staff-access';
import type { MoneyMethod, OrderActionName } from '../staff-order-types';
import type { AuditEntry } from './staff-audit-api';

const STAFF = '/api/staff';
/** Fields whose values are amounts in kip. */
const AMOUNTS = ['price', 'original_price'];
const STOCK_TEXTS: Record<string, MessageKey> = {
  receive: 'office.stock.receive',
  count: 'office.stock.count',
  damage: 'office.stock.damage',
  correct: 'office.stock.correct',
  stock: 'office.product.stock',
};
const PLACE_TEXTS = { stock: 'office.return.toStock', waste: 'office.return.toWaste' } as const;

/** Details of an entry in the reader's language: steps, amounts, methods, fields and roles. All else is shown unchanged. */
export function detailWords(t: Translate, { action, detail }: AuditEntry): string {
  if (action.endsWith('/orders/{order_id}/actions')) return stepText(t, detail);
  if (action.endsWith('/products/{pro_id}')) return partsText(detail, (part) => fieldText(t, part));
  if (action.endsWith('/products/{pro_id}/stock'))
    return partsText(detail, (part) => stockText(t, part));
  if (action.includes(`${STAFF}/people`)) return roleText(t, detail);
  return withAmounts(detail);
}

/** Formats the amounts of a text: `discount 1000 kip`. */
const withAmounts = (text: string): string =>
  text.replace(/(?<![\d-])(\d+) kip\b/g, (_, kip) => kipText(Number(kip)));

const partsText = (detail: string, textOf: (part: string) => string): string =>
  detail.split(', ').map(textOf).join(', ');

/** Step of an order, with the amount, method and goods that it moved: `mark_paid: 146000 kip, transfer`. */
function stepText(t: Translate, detail: string): string {
  const [name = '', ...moved] = detail.split(': ');
  const step = ACTION_TEXTS[name as OrderActionName];
  if (!step) return detail;
  const parts = moved.map((parts) => partsText(parts, (part) => movedText(t, part)));
  return [t(step).replace(/…$/, ''), ...parts].join(': ');
}

function movedText(t: Translate, part: string): string {
  const amount = /^(\d+) kip$/.exec(part)?.[1];
  if (amount) return kipText(Number(amount));
  const [, units, place] = /^(\d+ × \d+) to (stock|waste)$/.exec(part) ?? [];
  if (units) return `${units} (${t(PLACE_TEXTS[place as 'stock' | 'waste'])})`;
  const method = MONEY_METHOD_TEXTS[part as MoneyMethod];
  return method ? t(method) : part;
}

/** Changed field of a product: `price 58000 → 59500`, or its name alone. */
function fieldText(t: Translate, part: string): string {
  const [, name = '', values = ''] = /^(\w+)(.*)$/.exec(part) ?? [];
  const label = fieldLabel(t, name);
  if (label === name) return part;
  const shown = values.replace(/\bnone\b/g, '—');
  return label + (AMOUNTS.includes(name) ? shown.replace(/\d+/g, kipOf) : shown);
}

const kipOf = (digits: string) => kipText(Number(digits));

/** Part of a change of the stock: `damage 2` or `stock 7 → 5`. */
function stockText(t: Translate, part: string): string {
  const [name = '', ...values] = part.split(' ');
  const text = Object.hasOwn(STOCK_TEXTS, name) ? STOCK_TEXTS[name] : undefined;
  return text ? [t(text), ...values].join(' ').replace(/\bnone\b/g, '—') : part;
}

/** Person with the role that the change gave: `Kham S: clerk`. */
function roleText(t: Translate, detail: string): string {
  const end = detail.lastIndexOf(': ');
  const word = detail.slice(end + 2);
  const role = STAFF_ROLES.find((one) => one === word);
  if (end < 0 || (!role && word !== 'removed')) return detail;
  return `${detail.slice(0, end)}: ${t(role ? ROLE_TEXTS[role] : 'office.audit.noRole')}`;
}
