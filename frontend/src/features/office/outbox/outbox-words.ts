import {
  CheckCheck,
  CircleCheck,
  CirclePause,
  Clock,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessageSquare,
  TriangleAlert,
} from 'lucide-react';
import type { MessageKey } from '@/shared/i18n/load-messages';
import type { StateLook } from '../order-labels';
import type {
  MessageChannel,
  MessageFailure,
  MessageState,
  OutboxMessage,
} from './staff-outbox-api';

export const STATE_LOOKS: Record<MessageState, StateLook> = {
  waiting: { kind: 'warn', text: 'office.outbox.waiting', icon: Clock },
  sent: { kind: 'ok', text: 'office.outbox.sent', icon: CircleCheck },
  failed: { kind: 'err', text: 'office.outbox.failed', icon: TriangleAlert },
  not_configured: { kind: 'neutral', text: 'office.outbox.notConfigured', icon: CirclePause },
};

/** Label of a sent message that the provider has reported as delivered. */
const DELIVERED: StateLook = { kind: 'ok', text: 'office.outbox.delivered', icon: CheckCheck };

/** Label of a message that is sent only if the messages to verified addresses fail. */
const IN_RESERVE: StateLook = {
  kind: 'neutral',
  text: 'office.outbox.inReserve',
  icon: CirclePause,
};

export function lookOf({ state, delivered_at, is_in_reserve }: OutboxMessage): StateLook {
  if (state === 'waiting' && is_in_reserve) return IN_RESERVE;
  return state === 'sent' && delivered_at !== null ? DELIVERED : STATE_LOOKS[state];
}

export const CHANNEL_TEXTS: Record<MessageChannel, MessageKey> = {
  email: 'office.outbox.email',
  sms: 'office.outbox.sms',
  whatsapp: 'office.outbox.whatsapp',
};

export const CHANNEL_ICONS: Record<MessageChannel, LucideIcon> = {
  email: Mail,
  sms: MessageSquare,
  whatsapp: MessageCircle,
};

export const FAILURE_TEXTS: Record<MessageFailure, MessageKey> = {
  invalid_address: 'office.outbox.invalidAddress',
  refused: 'office.outbox.refused',
  expired: 'office.outbox.expired',
};

const KINDS: Record<string, MessageKey> = {
  'order.received': 'office.outbox.kind.received',
  'order.placed': 'office.outbox.kind.paid',
  'order.paid': 'office.outbox.kind.paid',
  'order.preparing': 'office.outbox.kind.preparing',
  'order.ready': 'office.outbox.kind.ready',
  'order.delivering': 'office.outbox.kind.delivering',
  'order.day_changed': 'office.outbox.kind.dayChanged',
  'order.delivery_failed': 'office.outbox.kind.deliveryFailed',
  'order.lines_changed': 'office.outbox.kind.linesChanged',
  'order.delivery_changed': 'office.outbox.kind.deliveryChanged',
  'order.completed': 'office.outbox.kind.completed',
  'order.cancelled': 'office.outbox.kind.cancelled',
  'order.expired': 'office.outbox.kind.expired',
  'order.refund_due': 'office.outbox.kind.refundDue',
  'order.refunded': 'office.outbox.kind.refunded',
  'order.underpaid': 'office.outbox.kind.underpaid',
  'order.returned': 'office.outbox.kind.returned',
  'order.return_corrected': 'office.outbox.kind.returnCorrected',
  'chat.answer': 'office.outbox.kind.answer',
  'news.shop': 'office.outbox.kind.news',
  'code.sign_in': 'office.outbox.kind.signInCode',
  'code.reset': 'office.outbox.kind.resetCode',
  'code.verify': 'office.outbox.kind.verifyCode',
  'security.password': 'office.outbox.kind.password',
  'security.device': 'office.outbox.kind.device',
  'security.identifier': 'office.outbox.kind.identifier',
  'security.identifier_changed': 'office.outbox.kind.identifierChanged',
};

/** Subject of a message; undefined for a kind without a label. */
export const kindText = (kind: string): MessageKey | undefined => KINDS[kind];
