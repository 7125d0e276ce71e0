import { Send } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { LANGUAGES } from '@/shared/i18n/languages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import type { NewsPreview } from './staff-news-api';

type NewsPreviewPanelProps = {
  preview: NewsPreview;
  isRunning: boolean;
  onEdit: () => void;
  onSend: () => void;
};

/** Preview of the messages and the number of their recipients. */
export function NewsPreviewPanel({ preview, isRunning, onEdit, onSend }: NewsPreviewPanelProps) {
  const t = useT();
  return (
    <section className="o-stack gap-3" aria-label={t('office.news.preview')}>
      <div className="o-pair">
        {preview.previews.map((one) => (
          <div key={one.language} className="o-stack gap-2">
            <b className="font-semibold">
              {LANGUAGES.find(({ code }) => code === one.language)?.nativeName ?? one.language}
            </b>
            <p className="o-note">{t('office.outbox.email')}</p>
            <b className="font-semibold">
              <LocalizedText>{one.subject}</LocalizedText>
            </b>
            <p className="whitespace-pre-line wrap-anywhere">
              <LocalizedText>{one.text}</LocalizedText>
            </p>
            <p className="o-note">
              {`${t('office.outbox.sms')} · ${t('office.outbox.parts', { count: one.parts })}`}
            </p>
            <p className="whitespace-pre-line wrap-anywhere">
              <LocalizedText>{one.short_text}</LocalizedText>
            </p>
          </div>
        ))}
      </div>
      <p>{t('office.news.goesTo', { count: preview.recipients })}</p>
      <div className="o-ask-actions">
        <OfficeButton onClick={onEdit}>{t('office.news.edit')}</OfficeButton>
        <OfficeButton kind="primary" icon={Send} isLoading={isRunning} autoFocus onClick={onSend}>
          {t('office.news.send')}
        </OfficeButton>
      </div>
    </section>
  );
}
