import * as v from 'valibot';
import { email, filled, isReachable, phone, says } from '@/shared/forms/form-checks';

const LONGEST_MESSAGE = 2000;
const NUMBERS = /^[1-9]$/;

/** A choice of a list whose values are numbers. */
const chosen = (missing: Parameters<typeof says>[0]) =>
  v.pipe(
    v.string(),
    v.check((text) => NUMBERS.test(text), missing),
  );

export const contactSchema = v.pipe(
  v.object({
    sender_type: chosen(says('inquiry.senderMissing')),
    topic: chosen(says('inquiry.topicMissing')),
    name: filled('inquiry.nameMissing'),
    phone,
    email,
    message: filled('inquiry.messageMissing', LONGEST_MESSAGE),
  }),
  v.forward(
    v.check((values) => isReachable(values), says('field.phoneOrEmail')),
    ['phone'],
  ),
);
export type ContactValues = v.InferInput<typeof contactSchema>;

/** As the specification numbers them. */
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
