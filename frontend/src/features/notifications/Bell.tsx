import { Bell as BellIcon } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { customerNumber } from '@/domain/session/customer-number';
import { useSession } from '@/domain/session/session';
import { useBackCloses } from '@/shared/hooks/use-back-closes';
import { useDismiss } from '@/shared/hooks/use-dismiss';
import { useWide } from '@/shared/hooks/use-wide';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { canPush, usePushStatus } from '@/shared/push/push-status';
import { CountBadge } from '@/shared/ui/CountBadge';
import { Icon } from '@/shared/ui/Icon';
import { NotificationPopover } from './NotificationPopover';
import { toNotificationItem } from './notification';
import { OptInDialog } from './OptInDialog';
import { useNotifications } from './use-notifications';

/**
 * Notification bell: unread count, and the list below it. Before notifications are enabled on this device, a click
 * opens the opt-in dialog.
 */
export function Bell({ isPressed = false }: { isPressed?: boolean }) {
  const t = useT();
  const local = useLocal();
  const { user, isCustomer } = useSession();
  const status = usePushStatus();
  const [arrived, setArrived] = useState('');
  const state = useNotifications(isCustomer, (sent) =>
    setArrived(local(toNotificationItem(sent).title)),
  );
  const [shown, setShown] = useState<'list' | 'question' | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const close = useCallback(() => setShown(null), []);
  useDismiss(place, shown === 'list', close);
  // On screens narrower than a tablet, the list covers the page.
  const isWide = useWide();
  useBackCloses(shown === 'question' || (shown === 'list' && !isWide), close);

  const cusId = user && customerNumber();
  const press = () => {
    if (shown) return close();
    if (cusId !== null && canPush() && status !== 'granted') return setShown('question');
    if (cusId !== null) state.renew();
    setShown('list');
  };
  // The click that loaded this code.
  const first = useRef(isPressed ? press : null);
  useEffect(() => {
    first.current?.();
    first.current = null;
  }, []);

  return (
    <div ref={place} className="lg:relative">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={shown === 'list'}
        aria-label={t('notifications.bell', { count: state.unread })}
        onClick={press}
        className="relative grid size-11 place-items-center rounded-md hover:bg-surface-3"
      >
        <Icon of={BellIcon} />
        <CountBadge count={state.unread} />
      </button>
      <p role="status" className="sr-only">
        {arrived && t('notifications.arrived', { title: arrived })}
      </p>
      {shown === 'list' && (
        <NotificationPopover
          state={state}
          cusId={cusId}
          onFollow={close}
          onAsk={() => setShown('question')}
        />
      )}
      {cusId !== null && (
        <OptInDialog
          isOpen={shown === 'question'}
          cusId={cusId}
          onClose={() => shown === 'question' && close()}
          onDone={() => setShown('list')}
        />
      )}
    </div>
  );
}
