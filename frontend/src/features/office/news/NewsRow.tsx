import { Ban, CircleCheck, CircleX, Clock } from 'lucide-react';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import type { StateLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import { useOffice } from '../use-office-format';
import type { News } from './staff-news-api';

const LOOKS: Record<News['state'], StateLook> = {
  sending: { kind: 'warn', text: 'office.news.sending', icon: Clock },
  completed: { kind: 'ok', text: 'office.news.completed', icon: CircleCheck },
  cancelled: { kind: 'neutral', text: 'office.news.cancelled', icon: CircleX },
};

type NewsRowProps = { news: News; now: number; isRunning: boolean; onCancel: () => void };

/** Row of news with the progress of sending, which can be canceled. */
export function NewsRow({ news, now, isRunning, onCancel }: NewsRowProps) {
  const { t, language, code } = useOffice();
  const { text, state } = news;
  const title = code === 'la' ? text.title : text.title_en;
  const done = news.sent + news.failed + news.not_configured;
  return (
    <li className="o-message">
      <div className="min-w-0">
        <b className="block font-semibold wrap-anywhere">
          <LocalizedText>{title}</LocalizedText>
        </b>
        <span className="o-small o-muted block">
          <time dateTime={news.created_at} title={fullMoment(news.created_at, language)}>
            {shortMoment(news.created_at, now, language)}
          </time>
        </span>
      </div>
      <div className="o-message-text">
        {state === 'sending' && (
          <progress
            aria-label={t('office.news.progress')}
            value={done}
            max={Math.max(news.recipients, done, 1)}
            className="w-full"
          />
        )}
        <p className="tabular-nums">
          {t('office.news.counts', { sent: news.sent, recipients: news.recipients })}
          {news.failed > 0 && ` · ${t('office.news.failed', { count: news.failed })}`}
          {news.not_configured > 0 &&
            ` · ${t('office.news.notConfigured', { count: news.not_configured })}`}
        </p>
      </div>
      <div className="o-message-end">
        <StateBadge look={LOOKS[state]} />
        {state === 'sending' && (
          <OfficeButton
            kind="danger-outline"
            icon={Ban}
            isLoading={isRunning}
            aria-label={t('office.news.cancelName', { title })}
            onClick={onCancel}
          >
            {t('office.news.cancel')}
          </OfficeButton>
        )}
      </div>
    </li>
  );
}
