import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useIsHydrating } from '@/shared/hydration/hydration-state';
import { useT } from '@/shared/i18n/language-context';
import { withMessages } from '@/shared/i18n/load-messages';
import { whenIdle } from '@/shared/scheduling/when-idle';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';
import { ShellPart } from './ShellPart';

const Bell = lazy(() =>
  withMessages('notifications', import('@/features/notifications/Bell')).then((module) => ({
    default: module.Bell,
  })),
);

/**
 * Slot of the notification bell. The bell's code loads when the page is idle or on a click; a browser without
 * notifications has no bell.
 */
export function BellSlot() {
  const t = useT();
  const isNeutral = useIsHydrating();
  const [wanted, setWanted] = useState<'idle' | 'press' | null>(null);
  useEffect(() => whenIdle(() => setWanted((now) => now ?? 'idle')), []);
  if (!isNeutral && (!isSecureContext || !('Notification' in window))) return null;
  const button = (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('header.notifications')}
      onClick={() => setWanted('press')}
      className={cx(
        'grid size-11 place-items-center rounded-md hover:bg-surface-3',
        isNeutral && 'invisible',
      )}
    >
      <Icon of={BellIcon} />
    </button>
  );
  if (!wanted) return button;
  return (
    <ShellPart height="size-11">
      <Suspense fallback={button}>
        <Bell isPressed={wanted === 'press'} />
      </Suspense>
    </ShellPart>
  );
}
