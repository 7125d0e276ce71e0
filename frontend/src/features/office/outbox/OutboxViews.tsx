import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { InlineAlert } from '@/shared/ui/Notice';
import { EmptyState } from '@/shared/ui/PageStates';
import { OfficeButton } from '../OfficeButton';
import { Segments } from '../Segments';
import { EXACT } from '../shell/office-entries';
import { CHANNELS, type OutboxParams, STATES } from './outbox-params';
import { CHANNEL_TEXTS, STATE_LOOKS } from './outbox-words';
import type { OutboxPage } from './staff-outbox-api';

type ViewProps = { params: OutboxParams; page: OutboxPage | undefined };

/** Tabs of the delivery states with the number of their messages. */
export function OutboxViews({ params: { state, channel }, page }: ViewProps) {
  const t = useT();
  return (
    <nav aria-label={t('office.views')} className="o-views">
      <Link
        to="/staff/outbox"
        search={{ channel }}
        activeProps={{}}
        activeOptions={EXACT}
        aria-current={state === undefined ? 'page' : undefined}
        className="o-view"
      >
        {t('office.view.all')}
      </Link>
      {STATES.map((one) => (
        <Link
          key={one}
          to="/staff/outbox"
          search={{ state: one, channel }}
          activeProps={{}}
          activeOptions={EXACT}
          aria-current={state === one ? 'page' : undefined}
          data-hot={(one === 'failed' && (page?.counts.failed ?? 0) > 0) || undefined}
          className="o-view"
        >
          {t(STATE_LOOKS[one].text)}
          {page && <span className="o-view-count">{formatNumber(page.counts[one])}</span>}
        </Link>
      ))}
    </nav>
  );
}

type FilterProps = ViewProps & { onChange: (change: OutboxParams) => void };

/** Filter by channel, with a note about channels that are not configured. */
export function OutboxFilters({ params, page, onChange }: FilterProps) {
  const t = useT();
  const missing = page && CHANNELS.filter((one) => !page.configured_channels.includes(one));
  return (
    <>
      <div className="o-filters">
        <Segments
          label={t('office.outbox.channel')}
          choices={[
            { value: 'all', label: t('office.view.all') },
            ...CHANNELS.map((one) => ({ value: one, label: t(CHANNEL_TEXTS[one]) })),
          ]}
          value={params.channel ?? 'all'}
          onChoose={(value) =>
            onChange({ state: params.state, channel: value === 'all' ? undefined : value })
          }
        />
      </div>
      {missing && missing.length > 0 && (
        <div className="px-4 pb-3 lg:px-5">
          <InlineAlert
            kind="info"
            title={t('office.outbox.missing', {
              channels: missing.map((one) => t(CHANNEL_TEXTS[one])).join(', '),
            })}
          />
        </div>
      )}
    </>
  );
}

type NoMessagesProps = { isFiltered: boolean; onClear: () => void };

/** Empty list: no message has the state and channel, or there is none yet. */
export function NoMessages({ isFiltered, onClear }: NoMessagesProps) {
  const t = useT();
  return (
    <div className="flex-1">
      <EmptyState
        icon={MailCheck}
        title={t('office.outbox.none')}
        text={t(isFiltered ? 'office.outbox.noneFoundText' : 'office.outbox.noneText')}
        actions={
          isFiltered && <OfficeButton onClick={onClear}>{t('office.filter.clearAll')}</OfficeButton>
        }
      />
    </div>
  );
}
