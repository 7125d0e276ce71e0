import '../styles/office-orders.css';
import '../styles/office-order.css';
import '../styles/office-people.css';
import '../styles/office-templates.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { LANGUAGES } from '@/shared/i18n/languages';
import { ListFailed } from '../ListFailed';
import { ListNotices } from '../ListNotices';
import { ListSkeleton } from '../ListSkeleton';
import { CHANNEL_TEXTS } from '../outbox/outbox-words';
import { Segments } from '../Segments';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { templatesQuery } from './staff-templates-api';
import { TemplateDetail } from './TemplateDetail';
import { TemplateNotices } from './TemplateNotices';
import { TemplateRow } from './TemplateRow';
import { parseTemplateParams, TEMPLATE_CHANNELS } from './template-params';

/** Page of all message templates with sample values. Language, channel and message are in the address. */
export function StaffTemplatesPage() {
  const t = useT();
  const navigate = useNavigate();
  const params = parseTemplateParams(useSearch({ strict: false }));
  const language = LANGUAGES.find(({ code }) => code === params.language) ?? LANGUAGES[0];
  const channel = params.channel ?? 'email';
  const found = useQuery(templatesQuery(language.code));
  const { data } = found;
  useOfficeTitle(t('office.templates'));
  const opened = data?.templates.find(
    ({ kind, variant }) => kind === params.kind && variant === (params.variant ?? null),
  );
  const go = (change: Partial<typeof params>) =>
    void navigate({ to: '/staff/templates', search: { ...params, ...change } });
  const shown = { channel, tag: language.tag, params };
  return (
    <>
      <OfficeTop title={t('office.templates')} />
      <div className="o-body o-page o-stack content-start">
        <div className="o-row o-wrap">
          <Segments
            label={t('office.content.language')}
            choices={LANGUAGES.map(({ code, nativeName }) => ({ value: code, label: nativeName }))}
            value={language.code}
            onChoose={(code) => go({ language: code })}
          />
          <Segments
            label={t('office.outbox.channel')}
            choices={TEMPLATE_CHANNELS.map((one) => ({ value: one, label: t(CHANNEL_TEXTS[one]) }))}
            value={channel}
            onChoose={(one) => go({ channel: one })}
          />
        </div>
        <ListNotices
          isFailing={found.isError && data !== undefined}
          updatedAt={found.dataUpdatedAt}
        />
        {found.isPending && <ListSkeleton />}
        {found.isError && !data && (
          <ListFailed error={found.error} onRetry={() => void found.refetch()} />
        )}
        {data && <TemplateNotices templates={data} />}
        {opened && <TemplateDetail template={opened} {...shown} />}
        {data && !opened && (
          <section aria-label={t('office.templates')} className="o-panel">
            <ul>
              {data.templates.map((template) => (
                <TemplateRow
                  key={`${template.kind} ${template.variant}`}
                  template={template}
                  {...shown}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </>
  );
}
