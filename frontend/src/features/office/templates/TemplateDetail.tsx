import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { Ltr } from '@/shared/ui/Ltr';
import { useOffice } from '../use-office-format';
import { MailFrame } from './MailFrame';
import type { MessageTemplate } from './staff-templates-api';
import type { TemplateChannel, TemplateParams } from './template-params';
import { SampleText, templateName } from './template-texts';

type TemplateDetailProps = {
  template: MessageTemplate;
  channel: TemplateChannel;
  /** Language tag of the texts. */
  tag: string;
  params: TemplateParams;
};

/** Preview of a message in one channel, and which of its parts the operator has changed. */
export function TemplateDetail({ template, channel, tag, params }: TemplateDetailProps) {
  const { t } = useOffice();
  const name = templateName(template, t);
  return (
    <section aria-labelledby="template" className="o-panel">
      <div className="o-panel-head">
        <h2 id="template" className="o-h2">
          {name}
        </h2>
        <Link
          to="/staff/templates"
          search={{ ...params, kind: undefined, variant: undefined }}
          className="o-link o-row"
        >
          <Icon of={ArrowLeft} size="s" />
          {t('office.templates.all')}
        </Link>
      </div>
      <div className="o-panel-body o-stack gap-3">
        <Origin template={template} />
        {channel === 'email' ? (
          <EmailParts template={template} tag={tag} title={t('office.templates.html')} />
        ) : (
          <>
            <h3 className="font-semibold">{`${t('office.outbox.sms')} / ${t('office.outbox.whatsapp')}`}</h3>
            <div className="o-template-text">
              <SampleText text={template.short_text} tag={tag} />
            </div>
            {template.parts !== null && (
              <p className="o-note">{t('office.outbox.parts', { count: template.parts })}</p>
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** Origin of the texts: the shop's own templates or the operator's files. */
function Origin({ template: { kind, own_parts: own } }: Pick<TemplateDetailProps, 'template'>) {
  const { t } = useOffice();
  return (
    <p className="o-row o-wrap o-note">
      <code>
        <Ltr>{kind}</Ltr>
      </code>
      {own.length === 0 ? (
        <span>{t('office.templates.allBuiltIn')}</span>
      ) : (
        <>
          <span>{t('office.templates.ownParts')}</span>
          {own.map((part) => (
            <Badge key={part}>{part}</Badge>
          ))}
        </>
      )}
    </p>
  );
}

type EmailPartsProps = Pick<TemplateDetailProps, 'template' | 'tag'> & { title: string };

function EmailParts({ template: { subject, text, html }, tag, title }: EmailPartsProps) {
  const { t } = useOffice();
  return (
    <>
      <h3 className="font-semibold">{t('office.templates.subject')}</h3>
      <div className="o-template-text">
        <SampleText text={subject} tag={tag} />
      </div>
      <h3 className="font-semibold">{t('office.templates.text')}</h3>
      <div className="o-template-text">
        <SampleText text={text} tag={tag} />
      </div>
      {html !== null && (
        <>
          <h3 className="font-semibold">{title}</h3>
          <MailFrame title={title} html={html} language={tag} />
        </>
      )}
    </>
  );
}
