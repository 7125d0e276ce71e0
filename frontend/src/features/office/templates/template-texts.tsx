import { useT } from '@/shared/i18n/language-context';
import type { MessageKey, Translate } from '@/shared/i18n/load-messages';
import { kindText } from '../outbox/outbox-words';
import type { MessageTemplate } from './staff-templates-api';

const VARIANTS: Record<string, MessageKey> = {
  awaiting_payment: 'office.templates.unpaid',
  pickup: 'office.templates.pickup',
  due: 'office.templates.due',
  without_amount: 'office.templates.withoutAmount',
  without_day: 'office.templates.withoutDay',
  without_device: 'office.templates.withoutDevice',
};

/** Label of a message: the event that it reports, and the value of the sample that differs. */
export function templateName(template: MessageTemplate, t: Translate): string {
  const { kind, variant } = template;
  const key = kindText(kind);
  const name = key ? t(key) : kind;
  if (variant === null) return name;
  const text = VARIANTS[variant];
  return text ? t(text, { name }) : `${name}, ${variant}`;
}

/** Text of a message in its language, or a note that its template has an error. */
export function SampleText({ text, tag }: { text: string | null; tag: string }) {
  const t = useT();
  if (text === null) return <p className="o-muted">{t('office.templates.faulty')}</p>;
  return <p lang={tag}>{text}</p>;
}
