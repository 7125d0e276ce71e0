import { Eye } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { EditField } from '../product/EditField';
import { NewsPreviewPanel } from './NewsPreviewPanel';
import { type NewsField, useNewsForm } from './use-news-form';

const MAX_TITLE = 120;
const MAX_BODY = 1000;
const MAX_LINK = 1024;

/** Further languages. Readers of a language without a text get the English one. */
const MORE = [
  ['th', 'ไทย'],
  ['cn', '中文'],
  ['vn', 'Tiếng Việt'],
] as const;

/** Form of news: texts in Lao, English and optionally three more languages, then a preview, then the send button. */
export function NewsForm() {
  const t = useT();
  const form = useNewsForm();
  const { text, errors, preview, isRunning } = form;
  const hasMore = MORE.some(([code]) => errors[`title_${code}`] || errors[`body_${code}`]);
  const field = (
    name: NewsField,
    label: string,
    language: string | undefined,
    maxLength: number,
  ) => (
    <EditField
      label={label}
      error={errors[name]}
      {...(language !== undefined && { language })}
      {...(name === 'link' && { hint: t('office.news.linkHint') })}
    >
      {(control) =>
        name.startsWith('body') ? (
          <textarea
            {...control}
            rows={4}
            maxLength={maxLength}
            value={text[name]}
            onChange={({ target }) => form.change(name, target.value)}
            className="o-field"
          />
        ) : (
          <input
            {...control}
            autoComplete="off"
            maxLength={maxLength}
            value={text[name]}
            onChange={({ target }) => form.change(name, target.value)}
            className="o-field"
          />
        )
      }
    </EditField>
  );
  return (
    <section aria-labelledby="news-form" className="o-panel">
      <div className="o-panel-head">
        <h2 id="news-form" className="o-h2">
          {t('office.news.write')}
        </h2>
      </div>
      <form
        noValidate
        className="o-panel-body o-stack gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void form.show();
        }}
      >
        <p className="o-note">{t('office.news.text')}</p>
        <div className="o-pair">
          {field('title', t('staff.title'), 'ລາວ', MAX_TITLE)}
          {field('title_en', t('staff.title'), 'English', MAX_TITLE)}
        </div>
        <div className="o-pair">
          {field('body', t('staff.body'), 'ລາວ', MAX_BODY)}
          {field('body_en', t('staff.body'), 'English', MAX_BODY)}
        </div>
        <details className="o-stack" open={hasMore || undefined}>
          <summary className="o-link">{t('office.news.more')}</summary>
          <p className="o-note">{t('office.news.moreText')}</p>
          {MORE.map(([code, name]) => (
            <div key={code} className="o-stack gap-3">
              {field(`title_${code}`, t('staff.title'), name, MAX_TITLE)}
              {field(`body_${code}`, t('staff.body'), name, MAX_BODY)}
            </div>
          ))}
        </details>
        {field('link', t('staff.link'), undefined, MAX_LINK)}
        {preview ? (
          <NewsPreviewPanel
            preview={preview}
            isRunning={isRunning}
            onEdit={form.edit}
            onSend={() => void form.send()}
          />
        ) : (
          <OfficeButton type="submit" kind="primary" icon={Eye} isLoading={isRunning}>
            {t('office.news.preview')}
          </OfficeButton>
        )}
      </form>
    </section>
  );
}
