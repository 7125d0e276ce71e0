import type { MessageKey } from '@/shared/i18n/load-messages';

const SENDERS: Record<number, MessageKey> = {
  1: 'inquiry.sender.customer',
  2: 'inquiry.sender.employee',
  3: 'inquiry.sender.supplier',
  4: 'inquiry.sender.organisation',
};
const TOPICS: Record<number, MessageKey> = {
  1: 'inquiry.topic.service',
  2: 'inquiry.topic.website',
  3: 'inquiry.topic.product',
};

export const senderText = (type: number): MessageKey => SENDERS[type] ?? 'inquiry.sender.customer';
export const topicText = (topic: number): MessageKey => TOPICS[topic] ?? 'inquiry.topic';
