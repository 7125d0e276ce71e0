import * as v from 'valibot';
import { email, isReachable, messageKey, phone, requiredText } from '@/shared/forms/form-checks';

const MAX_MESSAGE_LENGTH = 2000;
const NUMBERS = /^[1-9]$/;

/** Schema of a required choice whose values are numbers. */
const chosen = (missing: Parameters<typeof messageKey>[0]) =>
  v.pipe(
    v.string(),
    v.check((text) => NUMBERS.test(text), missing),
  );

export const contactSchema = v.pipe(
  v.object({
    sender_type: chosen(messageKey('inquiry.senderMissing')),
    topic: chosen(messageKey('inquiry.topicMissing')),
    name: requiredText('inquiry.nameMissing'),
    phone,
    email,
    message: requiredText('inquiry.messageMissing', MAX_MESSAGE_LENGTH),
  }),
  v.forward(
    v.check((values) => isReachable(values), messageKey('field.phoneOrEmail')),
    ['phone'],
  ),
);
export type ContactValues = v.InferInput<typeof contactSchema>;

/** Senders, with the numbers of the specification. */
export const SENDERS = [
  ['1', 'inquiry.sender.customer'],
  ['2', 'inquiry.sender.employee'],
  ['3', 'inquiry.sender.supplier'],
  ['4', 'inquiry.sender.organisation'],
] as const;
export const TOPICS = [
  ['1', 'inquiry.topic.service'],
  ['2', 'inquiry.topic.website'],
  ['3', 'inquiry.topic.product'],
] as const;
