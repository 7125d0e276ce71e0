import { MessagesSquare } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { EmptyState } from '@/shared/ui/PageStates';
import { BroadcastPage } from './BroadcastPage';
import { ConversationList } from './ConversationList';
import { ConversationPane } from './ConversationPane';
import { useStaffRoute } from './inbox-route';
import { QuickRepliesPage } from './QuickRepliesPage';
import { staffOwner } from './staff-conversation';
import { useInbox } from './use-inbox';

/** Staff inbox: list and conversation side by side; on phones one at a time. */
export function Inbox() {
  const t = useT();
  const online = useInbox();
  const { cusId, view } = useStaffRoute();
  const isListOnly = cusId === null && !view;
  return (
    <>
      {/* On phones the list with its heading is hidden beside a conversation. */}
      {!isListOnly && <h1 className="sr-only lg:hidden">{t('staff.inbox')}</h1>}
      <div className="inbox flex min-h-0 flex-1 flex-col bg-surface lg:grid lg:grid-cols-[21.25rem_minmax(0,1fr)] lg:grid-rows-[minmax(0,1fr)]">
        <section
          aria-label={t('staff.inbox')}
          className={cx(
            'flex min-h-0 flex-col border-line max-lg:flex-1 lg:border-e',
            !isListOnly && 'max-lg:hidden',
          )}
        >
          <ConversationList online={online} />
        </section>
        <section
          className={cx(
            'flex min-h-0 min-w-0 flex-col max-lg:flex-1',
            isListOnly && 'max-lg:hidden',
          )}
        >
          {view === 'broadcast' && <BroadcastPage />}
          {view === 'replies' && <QuickRepliesPage />}
          {!view && cusId !== null && (
            <ConversationPane key={staffOwner(cusId)} cusId={cusId} isOnline={online.has(cusId)} />
          )}
          {isListOnly && (
            <div className="grid flex-1 place-items-center bg-sunken">
              <EmptyState icon={MessagesSquare} tint="indigo" title={t('staff.choose')} />
            </div>
          )}
        </section>
      </div>
    </>
  );
}
