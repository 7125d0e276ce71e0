import { kindOf } from '../content/content-kinds';
import { nameText } from '../content/content-names';
import { countsText, tableText } from '../imports/import-texts';
import { CHANNEL_TEXTS, kindText } from '../outbox/outbox-words';
import { ROLE_TEXTS, STAFF_ROLES } from '../staff-access';
import { type DetailText, known, partsText } from './detail-text';

/** Person with the role that the change gave: `Kham S: clerk`. */
export const roleText: DetailText = (detail, { t }) => {
  const end = detail.lastIndexOf(': ');
  const word = detail.slice(end + 2);
  const role = STAFF_ROLES.find((one) => one === word);
  if (end < 0 || (!role && word !== 'removed')) return undefined;
  return `${detail.slice(0, end)}: ${t(role ? ROLE_TEXTS[role] : 'office.audit.noRole')}`;
};

/** Person with the home branch: `Kham S: home branch 3 Pakse`, or `none`. */
export const homeBranchText: DetailText = (detail, { t }) => {
  const [, name, branch] = /^(.*): home branch (.*)$/s.exec(detail) ?? [];
  if (branch === undefined) return undefined;
  const shown = branch === 'none' ? t('office.branch.none') : branch.replace(/^\d+ /, '');
  return `${name}: ${t('office.branch.home')} ${shown}`;
};

/** New customer: `customer 7`. */
export const customerText: DetailText = (detail, { t }) => {
  const id = /^customer (\d+)$/.exec(detail)?.[1];
  return id && t('office.audit.detail.customer', { id });
};

/** Correction of points: `+10`. */
export const pointsText: DetailText = (detail, { t }) => {
  const [, sign, points] = /^([+-])(\d+)$/.exec(detail) ?? [];
  if (!points) return undefined;
  const text = t('office.audit.detail.points', { count: Number(points) });
  return `${sign === '-' ? '−' : '+'}${text}`;
};

export const channelText: DetailText = (detail, { t }) => {
  const channel = known(CHANNEL_TEXTS, detail);
  return channel && t(channel);
};

/** Message that was sent again: `sms order.placed 261130-BYFVZATJ`. */
export const resendText: DetailText = (detail, { t }) => {
  const [channel = '', kind = '', ...rest] = detail.split(' ');
  const [channelKey, kindKey] = [known(CHANNEL_TEXTS, channel), kindText(kind)];
  const texts = [channelKey ? t(channelKey) : channel, kindKey ? t(kindKey) : kind, ...rest];
  return texts.filter(Boolean).join(' · ');
};

/** State of a contact message: `done` or `open`. */
export const messageText: DetailText = (detail, { t }) => {
  if (detail === 'done') return t('office.audit.detail.done');
  return detail === 'open' ? t('office.audit.detail.reopened') : undefined;
};

/** Rule of a search: `pin cement`. */
export const ruleText: DetailText = (detail, { t }) => {
  const [, rule, text] = /^(pin|block) (.*)$/s.exec(detail) ?? [];
  if (!rule) return undefined;
  return `${t(rule === 'pin' ? 'office.searches.isPinned' : 'office.searches.isBlocked')}: ${text}`;
};

const TABLE = String.raw`\w+ \+\d+ ~\d+ −\d+`;
const IMPORT = new RegExp(`^(.*?)(?:: (${TABLE}(?:, ${TABLE})*))?(, replaces the rest)?$`, 's');

/** Import: `prices.csv: products +0 ~12 −0, replaces the rest`. */
export const importText: DetailText = (detail, { t }) => {
  const [, file = '', tables, replaces] = IMPORT.exec(detail) ?? [];
  const counts = tables?.split(', ').map((text) => {
    const [, table = '', added, changed, removed] =
      /^(\w+) \+(\d+) ~(\d+) −(\d+)$/.exec(text) ?? [];
    const numbers = { added: Number(added), changed: Number(changed), removed: Number(removed) };
    return `${tableText(t, table)}: ${countsText(t, numbers)}`;
  });
  const rest = replaces && t('office.audit.detail.replacesRest');
  return [file, ...(counts ?? []), rest].filter(Boolean).join(' · ');
};

/** Changed fields of content: `title, published`. */
export const contentText: DetailText = (detail, { t, entry }) => {
  const kind = kindOf(entry.subject.split(' ')[0]);
  return partsText(detail, (name) => nameText(t, kind, name));
};

/** Undone change of content, by its id. */
export const contentUndoText: DetailText = (detail, { t }) =>
  t('office.audit.detail.change', { id: detail });
