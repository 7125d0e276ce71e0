import { BellOff } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';
import { Button } from '@/shared/ui/Button';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { Skeleton } from '@/shared/ui/Skeleton';
import { NotificationRow } from './NotificationRow';
import { toNotificationItem } from './notification';
import { sorted } from './notification-pages';
import type { useNotifications } from './use-notifications';

const FEW = 5;

type NotificationListProps = {
  state: ReturnType<typeof useNotifications>;
  isAll: boolean;
  onFollow: () => void;
};

/** List of the newest notifications, or of all. Notifications that are read while it is open keep their position. */
export function NotificationList({ state, isAll, onFollow }: NotificationListProps) {
  const t = useT();
  const now = useNow(60_000);
  const { open, notifications } = useLiveState();
  const readHere = useRef(new Set<number>());

  if (state.error) return <ErrorState error={state.error} onRetry={state.renew} />;
  if (state.isPending) return <Loading label={t('state.loading')} />;
  if (state.notices.length === 0) {
    return (
      <EmptyState
        icon={BellOff}
        title={t('notifications.empty')}
        text={t('notifications.emptyText')}
      />
    );
  }
  const all = sorted(state.notices, readHere.current);
  const shown = isAll ? all : all.slice(0, FEW);
  const press = (id: number, isRead: boolean) => (leads: boolean) => {
    if (!isRead) {
      readHere.current.add(id);
      void state.mark(id);
    }
    if (leads) onFollow();
  };

  return (
    <>
      {open && !notifications && <Note>{t('notifications.down')}</Note>}
      {!navigator.onLine && <Note>{t('notifications.offline')}</Note>}
      <ul>
        {shown.map((one) => (
          <NotificationRow
            key={one.no_id}
            notification={toNotificationItem(one)}
            now={now}
            onClick={press(one.no_id, one.isread_user)}
          />
        ))}
      </ul>
      {isAll && state.hasMore && (
        <Button
          kind="ghost"
          size="l"
          className="w-full"
          isLoading={state.isLoadingMore}
          onClick={state.loadMore}
        >
          {t('action.seeMore')}
        </Button>
      )}
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="border-b border-line bg-warn-soft px-4 py-2 text-xs text-warn">
    {children}
  </p>
);

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3 border-b border-line px-4 py-3">
          <Skeleton className="size-10 rounded-full" />
          <div className="flex-1">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="mt-2 h-3 w-4/5" />
            <Skeleton className="mt-2 h-3 w-1/4" />
          </div>
        </div>
      ))}
    </div>
  );
}
