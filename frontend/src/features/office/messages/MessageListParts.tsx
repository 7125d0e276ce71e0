import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { EmptyState } from '@/shared/ui/PageStates';
import type { MessageParams } from './message-params';

type MessageViewsProps = { view: MessageParams['view']; open: number | undefined };

/** Tabs: open messages with their number, and all messages. */
export function MessageViews({ view, open }: MessageViewsProps) {
  const t = useT();
  return (
    <nav aria-label={t('office.views')} className="o-views">
      <Link
        to="/staff/messages"
        activeProps={{}}
        aria-current={view === undefined ? 'page' : undefined}
        className="o-view"
      >
        {t('office.messagesOpen')}
        {open !== undefined && <span className="o-view-count">{formatNumber(open)}</span>}
      </Link>
      <Link
        to="/staff/messages"
        search={{ view: 'all' }}
        activeProps={{}}
        aria-current={view === 'all' ? 'page' : undefined}
        className="o-view"
      >
        {t('office.view.all')}
      </Link>
    </nav>
  );
}

/** Empty list: no open message, or no message at all. */
export function NoMessages({ view }: { view: MessageParams['view'] }) {
  const t = useT();
  return (
    <div className="flex-1">
      <EmptyState
        icon={MailCheck}
        title={t(view === 'all' ? 'office.messagesNone' : 'office.messagesNoneOpen')}
        text={t('office.messagesNoneText')}
        actions={
          view !== 'all' && (
            <Link
              to="/staff/messages"
              search={{ view: 'all' }}
              data-kind="outline"
              className="o-btn"
            >
              {t('office.seeAll')}
            </Link>
          )
        }
      />
    </div>
  );
}
