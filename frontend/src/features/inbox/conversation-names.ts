import { formatPhone } from '@/shared/forms/phone';
import type { Translate } from '@/shared/i18n/load-messages';
import type { ChatMessage, Conversation } from '@/shared/live/live-events';

type Person = Pick<Conversation, 'fname' | 'lname' | 'cus_tel' | 'cus_id'>;

/** Display name of a customer: the name, else the phone number, else the id. */
export function nameOf({ fname, lname, cus_tel, cus_id }: Person): string {
  return `${fname} ${lname}`.trim() || (cus_tel ? formatPhone(cus_tel) : `#${cus_id}`);
}

export const initialOf = (name: string): string => [...name.replace(/^[+#\d\s]+/, '')][0] ?? '#';

/** One-line preview of a message. */
export function previewOf(t: Translate, message: ChatMessage | null): string {
  if (!message) return '';
  const own = message.cus_usertype === 'staff' ? `${message.fname}: ` : '';
  return own + (message.sms || (message.smstype === 'img' ? t('chat.imageCaption') : ''));
}
