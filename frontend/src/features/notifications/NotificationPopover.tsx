import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { currentReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { useT } from '@/shared/i18n/language-context';
import { canPush } from '@/shared/push/push-status';
import { Badge } from '@/shared/ui/Badge';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ErrorState } from '@/shared/ui/PageStates';
import { DeviceSwitch } from './DeviceSwitch';
import { NotificationList } from './NotificationList';
import type { useNotifications } from './use-notifications';

type NotificationPopoverProps = {
  state: ReturnType<typeof useNotifications>;
  /** Null for a visitor. */
  cusId: number | null;
  onFollow: () => void;
  onAsk: () => void;
};

/** Popover of the bell: the list, a button that marks all as read, and the switch for this device. */
export function NotificationPopover({ state, cusId, onFollow, onAsk }: NotificationPopoverProps) {
  const t = useT();
  const session = useSession();
  const [isAll, setAll] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div
      role="dialog"
      aria-label={t('notifications.title')}
      className="absolute end-0 top-[calc(100%+4px)] z-(--z-popover) flex max-h-[calc(100dvh-8.5rem)] w-[min(25rem,100vw-1rem)] animate-[rise-in_var(--t-base)_var(--ease-out)] flex-col overflow-hidden rounded-lg bg-surface shadow-3 inset-ring inset-ring-line lg:max-h-[min(44rem,100dvh-11rem)]"
    >
      <div className="flex min-h-16 flex-none items-center gap-2 border-b border-line ps-5 pe-2">
        <h2 className="text-lg">
          <LocalizedText>{t('notifications.title')}</LocalizedText>
        </h2>
        {state.unread > 0 && (
          <Badge kind="brand">
            <span className="num">{state.unread > 99 ? '99+' : state.unread}</span>
          </Badge>
        )}
        {state.unread > 0 && (
          <Button
            kind="ghost"
            className="ms-auto"
            onClick={() => {
              // The button is gone once nothing is unread.
              list.current?.focus();
              void state.markAll();
            }}
          >
            {t('notifications.readAll')}
          </Button>
        )}
      </div>
      <div
        ref={list}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-auto overscroll-contain outline-0"
      >
        {session.status === 'failed' ? (
          <ErrorState error={session.error} onRetry={session.retry} />
        ) : cusId === null ? (
          <Visitor onFollow={onFollow} />
        ) : (
          <NotificationList state={state} isAll={isAll} onFollow={onFollow} />
        )}
      </div>
      {cusId !== null && (
        <Button
          kind="ghost"
          size="l"
          aria-disabled={isAll}
          className="w-full flex-none border-t border-line"
          onClick={() => setAll(true)}
        >
          {t('action.seeAll')}
        </Button>
      )}
      {cusId !== null && canPush() && <DeviceSwitch cusId={cusId} onAsk={onAsk} />}
    </div>
  );
}

function Visitor({ onFollow }: { onFollow: () => void }) {
  const t = useT();
  const [redirect] = useState(currentReturnPath);
  return (
    <div className="grid gap-4 p-5 text-sm text-text-2">
      <p>
        <LocalizedText>{t('notifications.visitor')}</LocalizedText>
      </p>
      <Link
        to="/account/login"
        search={{ redirect }}
        onClick={onFollow}
        className={buttonStyle('primary')}
      >
        {t('notifications.login')}
      </Link>
    </div>
  );
}
