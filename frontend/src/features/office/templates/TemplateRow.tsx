import { Link } from '@tanstack/react-router';
import { Badge } from '@/shared/ui/Badge';
import { Ltr } from '@/shared/ui/Ltr';
import { useOffice } from '../use-office-format';
import type { MessageTemplate } from './staff-templates-api';
import type { TemplateChannel, TemplateParams } from './template-params';
import { SampleText, templateName } from './template-texts';

type TemplateRowProps = {
  template: MessageTemplate;
  channel: TemplateChannel;
  /** Language tag of the texts. */
  tag: string;
  params: TemplateParams;
};

/** Row of a message: its event, its subject or short text, and whether the operator has changed its texts. */
export function TemplateRow({ template, channel, tag, params }: TemplateRowProps) {
  const { t } = useOffice();
  const { kind, variant, own_parts: own, parts } = template;
  const isEmail = channel === 'email';
  return (
    <li className="o-message">
      <div className="min-w-0">
        <Link
          to="/staff/templates"
          search={{ ...params, kind, variant: variant ?? undefined }}
          className="o-link block wrap-anywhere"
        >
          {templateName(template, t)}
        </Link>
        <code className="o-small o-muted block">
          <Ltr>{kind}</Ltr>
        </code>
      </div>
      <div className="o-message-text">
        <SampleText text={isEmail ? template.subject : template.short_text} tag={tag} />
      </div>
      <div className="o-message-end">
        {own.length > 0 && <Badge>{t('office.templates.own')}</Badge>}
        {!isEmail && parts !== null && (
          <span className="o-small o-muted">{t('office.outbox.parts', { count: parts })}</span>
        )}
      </div>
    </li>
  );
}
