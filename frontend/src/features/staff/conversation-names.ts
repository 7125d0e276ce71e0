import { formatPhone } from '@/shared/forms/phone';
import type { Translate } from '@/shared/i18n/load-messages';
import type { ChatMessage, Conversation } from '@/shared/live/live-events';

type Person = Pick<Conversation, 'fname' | 'lname' | 'cus_tel' | 'cus_id'>;

/** How the staff know a customer: by name, else by phone, else by number. */
export function nameOf({ fname, lname, cus_tel, cus_id }: Person): string {
  return `${fname} ${lname}`.trim() || (cus_tel ? formatPhone(cus_tel) : `#${cus_id}`);
}

export const initialOf = (name: string): string => [...name.replace(/^[+#\d\s]+/, '')][0] ?? '#';

/** A message in one line of the list. */
export function previewOf(t: Translate, message: ChatMessage | null): string {
  if (!message) return '';
  const own = message.cus_usertype === 'staff' ? `${message.fname}: ` : '';
  return own + (message.sms || (message.smstype === 'img' ? t('chat.photoCaption') : ''));
}
