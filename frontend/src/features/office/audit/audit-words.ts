import { CircleCheck, CircleX, Clock, TriangleAlert } from 'lucide-react';
import type { BadgeKind } from '@/domain/orders/order-status';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { isSingle, KIND_TEXTS, kindOf } from '../content/content-kinds';
import type { StateLook } from '../order-labels';
import type { AuditEntry } from './staff-audit-api';

const STAFF = '/api/staff';
const INBOX = '/api/auth/staff';

const ACTIONS: Record<string, { text: MessageKey; kind?: BadgeKind }> = {
  [`POST ${STAFF}/people`]: { text: 'office.audit.personAdd', kind: 'warn' },
  [`PATCH ${STAFF}/people/{cus_id}`]: { text: 'office.audit.personRole', kind: 'warn' },
  [`DELETE ${STAFF}/people/{cus_id}`]: { text: 'office.audit.personRemove', kind: 'err' },
  [`PUT ${STAFF}/people/{cus_id}/branch`]: { text: 'office.audit.personBranch' },
  [`DELETE ${STAFF}/people/{cus_id}/second-factor`]: {
    text: 'office.audit.factorReset',
    kind: 'warn',
  },
  [`POST ${STAFF}/second-factor`]: { text: 'office.audit.factorBegin' },
  [`POST ${STAFF}/second-factor/confirm`]: { text: 'office.audit.factorConfirm' },
  [`POST ${STAFF}/second-factor/verify`]: { text: 'office.audit.factorVerify' },
  [`POST ${STAFF}/second-factor/recovery-codes`]: {
    text: 'office.audit.recoveryCodes',
    kind: 'warn',
  },
  [`POST ${STAFF}/customers`]: { text: 'office.audit.customerAdd' },
  [`POST ${STAFF}/customers/{cus_id}/notes`]: { text: 'office.audit.customerNote' },
  [`PUT ${STAFF}/customers/{cus_id}/block`]: { text: 'office.audit.customerBlock', kind: 'err' },
  [`DELETE ${STAFF}/customers/{cus_id}/block`]: {
    text: 'office.audit.customerUnblock',
    kind: 'warn',
  },
  [`DELETE ${STAFF}/customers/{cus_id}/sessions`]: {
    text: 'office.audit.customerSignOut',
    kind: 'warn',
  },
  [`POST ${STAFF}/customers/{cus_id}/reset-code`]: {
    text: 'office.audit.customerCode',
    kind: 'warn',
  },
  [`POST ${STAFF}/customers/{cus_id}/points/corrections`]: {
    text: 'office.audit.customerPoints',
    kind: 'warn',
  },
  [`GET ${STAFF}/customers/{cus_id}/export.json`]: {
    text: 'office.audit.customerExport',
    kind: 'warn',
  },
  [`POST ${STAFF}/customers/{cus_id}/erasure`]: {
    text: 'office.audit.customerErase',
    kind: 'err',
  },
  [`DELETE ${STAFF}/customers/{cus_id}/undeliverable/{channel}`]: {
    text: 'office.audit.undeliverableClear',
  },
  [`POST ${STAFF}/news`]: { text: 'office.audit.newsSend', kind: 'warn' },
  [`POST ${STAFF}/news/{news_id}/cancel`]: { text: 'office.audit.newsCancel' },
  [`PATCH ${STAFF}/messages/{contact_id}`]: { text: 'office.audit.message' },
  [`POST ${STAFF}/outbox/{message_id}/resend`]: { text: 'office.audit.resend' },
  [`GET ${STAFF}/orders.csv`]: { text: 'office.audit.ordersExport', kind: 'warn' },
  [`GET ${STAFF}/audit.csv`]: { text: 'office.audit.auditExport', kind: 'warn' },
  [`POST ${STAFF}/orders`]: { text: 'office.audit.orderTake' },
  [`POST ${STAFF}/orders/{order_id}/actions`]: { text: 'office.audit.orderStep' },
  [`PUT ${STAFF}/orders/{order_id}/lines`]: { text: 'office.audit.orderLines' },
  [`PUT ${STAFF}/orders/{order_id}/delivery-day`]: { text: 'office.audit.orderDay' },
  [`PUT ${STAFF}/orders/{order_id}/picked-lines`]: { text: 'office.audit.orderPick' },
  [`POST ${STAFF}/orders/{order_id}/corrections`]: {
    text: 'office.audit.orderCorrect',
    kind: 'warn',
  },
  [`PATCH ${STAFF}/orders/{order_id}`]: { text: 'office.audit.orderEdit' },
  [`POST ${STAFF}/orders/{order_id}/returns`]: { text: 'office.audit.orderReturn', kind: 'warn' },
  [`POST ${STAFF}/products`]: { text: 'office.audit.productCreate' },
  [`PATCH ${STAFF}/products/{pro_id}`]: { text: 'office.audit.productEdit' },
  [`POST ${STAFF}/products/{pro_id}/stock`]: { text: 'office.audit.stock', kind: 'warn' },
  [`POST ${STAFF}/products/images`]: { text: 'office.audit.imageUpload' },
  [`POST ${STAFF}/products/bulk`]: { text: 'office.audit.productBulk', kind: 'warn' },
  [`POST ${STAFF}/products/changes/{change_id}/undo`]: { text: 'office.audit.productUndo' },
  [`POST ${STAFF}/products/{pro_id}/duplicate`]: { text: 'office.audit.productCopy' },
  [`POST ${STAFF}/content/{kind}`]: { text: 'office.audit.contentCreate' },
  [`PUT ${STAFF}/content/{kind}/{item_id}`]: { text: 'office.audit.contentSave' },
  [`DELETE ${STAFF}/content/{kind}/{item_id}`]: {
    text: 'office.audit.contentDelete',
    kind: 'warn',
  },
  [`PUT ${STAFF}/content/{kind}/{item_id}/draft`]: { text: 'office.audit.draftSave' },
  [`POST ${STAFF}/content/{kind}/{item_id}/draft/publish`]: { text: 'office.audit.draftPublish' },
  [`DELETE ${STAFF}/content/{kind}/{item_id}/draft`]: { text: 'office.audit.draftDiscard' },
  [`POST ${STAFF}/content/{kind}/{item_id}/undo`]: { text: 'office.audit.contentUndo' },
  [`POST ${STAFF}/imports`]: { text: 'office.audit.importBegin' },
  [`POST ${STAFF}/imports/{import_id}/check`]: { text: 'office.audit.importCheck' },
  [`POST ${STAFF}/imports/{import_id}/apply`]: { text: 'office.audit.importApply', kind: 'warn' },
  [`POST ${STAFF}/imports/{import_id}/repeat`]: { text: 'office.audit.importRepeat' },
  [`DELETE ${STAFF}/imports/{import_id}`]: { text: 'office.audit.importCancel' },
  [`POST ${STAFF}/searches/synonyms`]: { text: 'office.audit.synonymAdd' },
  [`PUT ${STAFF}/searches/synonyms/{group_id}`]: { text: 'office.audit.synonymEdit' },
  [`DELETE ${STAFF}/searches/synonyms/{group_id}`]: { text: 'office.audit.synonymDelete' },
  [`PUT ${STAFF}/searches/rules`]: { text: 'office.audit.searchRule' },
  [`DELETE ${STAFF}/searches/rules`]: { text: 'office.audit.searchFree' },
  [`POST ${STAFF}/export`]: { text: 'office.audit.export', kind: 'warn' },
  [`POST ${INBOX}/conversations/{cus_id}/messages`]: { text: 'office.audit.chatReply' },
  [`POST ${INBOX}/conversations/{cus_id}/messages/upload`]: { text: 'office.audit.chatFile' },
  [`POST ${INBOX}/conversations/{cus_id}/messages/like`]: { text: 'office.audit.chatLike' },
  [`POST ${INBOX}/conversations/{cus_id}/claim`]: { text: 'office.audit.chatClaim' },
  [`DELETE ${INBOX}/conversations/{cus_id}/claim`]: { text: 'office.audit.chatRelease' },
  [`POST ${INBOX}/quick-replies`]: { text: 'office.audit.replyAdd' },
  [`PUT ${INBOX}/quick-replies/{quick_reply_id}`]: { text: 'office.audit.replyEdit' },
  [`DELETE ${INBOX}/quick-replies/{quick_reply_id}`]: { text: 'office.audit.replyDelete' },
  'POST /api/v1/notifications/broadcast': { text: 'office.audit.broadcast', kind: 'warn' },
};

/** Text of an action. A route without a text is shown unchanged. */
export function actionWords(t: Translate, action: string): { text: string; kind: BadgeKind } {
  const known = ACTIONS[action];
  return { text: known ? t(known.text) : action, kind: known?.kind ?? 'neutral' };
}

/** Label of a response status. */
export function outcomeLook(status: number | null): StateLook {
  if (status === null) return { kind: 'warn', text: 'office.outcome.open', icon: Clock };
  if (status < 400) return { kind: 'ok', text: 'office.outcome.done', icon: CircleCheck };
  if (status >= 500) return { kind: 'err', text: 'office.outcome.failed', icon: TriangleAlert };
  const refused = { kind: 'err', icon: CircleX } as const;
  if (status === 401 || status === 403) return { ...refused, text: 'office.outcome.denied' };
  if (status === 404) return { ...refused, text: 'office.outcome.unknown' };
  if (status === 409) return { ...refused, text: 'office.outcome.conflict' };
  return { ...refused, text: 'office.outcome.refused' };
}

/** Letters of the id of an order that its number ends with. */
const NUMBER_LETTERS = 8;

/** Text for the subject of an action: of an order, the letters with which its number ends (`261130-06ZCGSG3`); of content, its kind and id. */
export function subjectText(t: Translate, entry: AuditEntry): string {
  const { action, subject } = entry;
  if (subjectPage(entry) === 'order') return subject.slice(0, NUMBER_LETTERS).toUpperCase();
  const [word = '', ...ids] = subject.split(' ');
  const kind = action.includes('/content/{kind}') ? kindOf(word) : undefined;
  if (!kind) return subject;
  return [t(KIND_TEXTS[kind]), ...(isSingle(kind) ? [] : ids)].join(' · ');
}

/** Page that shows the subject of an action. */
export function subjectPage({
  action,
  subject,
}: AuditEntry): 'order' | 'chat' | 'customer' | undefined {
  if (!/^[\w-]+$/.test(subject)) return undefined;
  if (action.includes('{order_id}')) return 'order';
  if (action.includes('/customers/{cus_id}')) return 'customer';
  if (action.includes('/conversations/{cus_id}')) return 'chat';
  return undefined;
}
