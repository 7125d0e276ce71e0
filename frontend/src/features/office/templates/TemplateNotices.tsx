import { useT } from '@/shared/i18n/language-context';
import { Ltr } from '@/shared/ui/Ltr';
import { InlineAlert } from '@/shared/ui/Notice';
import type { MessageTemplates } from './staff-templates-api';

/** Notices about the operator's templates: errors, whether they are in use, and their folder. */
export function TemplateNotices({ templates }: { templates: MessageTemplates }) {
  const t = useT();
  const { faults: errors, folder, is_changed: isChanged } = templates;
  return (
    <div className="o-stack gap-3">
      {errors.length > 0 && (
        <InlineAlert
          kind="err"
          title={t('office.templates.faults', { count: errors.length })}
          isUrgent={false}
        >
          <p>{t('office.templates.faultsText')}</p>
          <ul className="o-template-errors">
            {errors.map(({ template, message }) => (
              <li key={`${template} ${message}`} lang="en">
                <code>
                  <Ltr>{template}</Ltr>
                </code>
                <Ltr>{message}</Ltr>
              </li>
            ))}
          </ul>
        </InlineAlert>
      )}
      {isChanged && errors.length === 0 && (
        <InlineAlert kind="warn" title={t('office.templates.changed')}>
          <p>{t('office.templates.changedText')}</p>
        </InlineAlert>
      )}
      <p className="o-note">
        {folder === null ? (
          t('office.templates.builtIn')
        ) : (
          <>
            {t('office.templates.folder')}{' '}
            <code>
              <Ltr>{folder}</Ltr>
            </code>
          </>
        )}
      </p>
    </div>
  );
}
