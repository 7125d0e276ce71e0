import { useT } from '@/shared/i18n/language-context';
import type { Translate } from '@/shared/i18n/load-messages';
import { kindText } from '../outbox/outbox-words';
import type { MessageTemplate } from './staff-templates-api';

/** Label of a message: the event that it reports. */
export function templateName(template: MessageTemplate, t: Translate): string {
  const { kind, is_awaiting_payment: isUnpaid } = template;
  const key = kindText(kind);
  const name = key ? t(key) : kind;
  return isUnpaid ? t('office.templates.unpaid', { name }) : name;
}

/** Text of a message in its language, or a note that its template has an error. */
export function SampleText({ text, tag }: { text: string | null; tag: string }) {
  const t = useT();
  if (text === null) return <p className="o-muted">{t('office.templates.faulty')}</p>;
  return <p lang={tag}>{text}</p>;
}
