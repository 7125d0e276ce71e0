import { useEffect, useMemo, useState } from 'react';
import { customerNumber } from '@/domain/session/customer-number';
import { useSession } from '@/domain/session/session';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { canPush, recheckPush, usePushStatus } from '@/shared/push/push-status';
import { PushError } from '@/shared/push/push-subscription';
import { toast } from '@/shared/ui/toast';
import {
  disableStaffPush,
  enableStaffPush,
  isOnlyHomeBranch,
  type PushAccount,
  refreshStaffPush,
  type StaffPushKind,
  setOnlyHomeBranch,
  staffPushKinds,
} from './staff-push';

export type StaffPushState = 'unsupported' | 'denied' | 'busy' | 'off' | 'on';

const TURNED: Record<StaffPushKind, { on: MessageKey; off: MessageKey }> = {
  new_orders: { on: 'office.push.turnedOn', off: 'office.push.turnedOff' },
  customer_messages: { on: 'office.push.messages.turnedOn', off: 'office.push.messages.turnedOff' },
};

/** The signed-in account, the same object as long as nothing changes. */
function useAccount(): PushAccount {
  const { user } = useSession();
  const cusId = customerNumber();
  const formerKey = user && `${user.phone} ${user.email}`;
  return useMemo(() => ({ cusId, formerKey }), [cusId, formerKey]);
}

/** Pushes to the staff on this device: the state of each kind, and what changes it. */
export function useStaffPush() {
  const t = useT();
  const { code } = useLanguage();
  const account = useAccount();
  const status = usePushStatus();
  /** The kind that is being changed; the others wait, because all are saved together. */
  const [busyKind, setBusyKind] = useState<StaffPushKind | null>(null);
  const kinds = status === 'granted' ? staffPushKinds(account) : [];

  const turnOn = async (kind: StaffPushKind) => {
    try {
      const permission = await enableStaffPush(code, account, kind);
      if (permission === 'granted') toast.success(t(TURNED[kind].on));
      if (permission === 'default') toast.info(t('office.push.unanswered'));
    } catch (error) {
      const isBrowser = error instanceof PushError && error.at === 'browser';
      toast.error(t(isBrowser ? 'office.push.browserFailed' : 'office.push.failed'));
    }
  };
  const turnOff = async (kind: StaffPushKind) => {
    try {
      await disableStaffPush(code, account, kind);
      toast.info(t(TURNED[kind].off));
    } catch {
      toast.error(t('office.push.failed'));
    }
  };
  const toggle = async (kind: StaffPushKind) => {
    // The permission may have been given in the browser's settings meanwhile.
    if (status === 'denied') return recheckPush();
    if (busyKind !== null) return;
    setBusyKind(kind);
    await (kinds.includes(kind) ? turnOff(kind) : turnOn(kind));
    setBusyKind(null);
  };
  const stateOf = (kind: StaffPushKind): StaffPushState => {
    if (!canPush()) return 'unsupported';
    if (status === 'denied') return 'denied';
    if (busyKind === kind || (status === 'requesting' && busyKind === null)) return 'busy';
    return kinds.includes(kind) ? 'on' : 'off';
  };

  /** Whether only new orders of the home branch are pushed; undefined while none are pushed. */
  const isOnlyHome = kinds.includes('new_orders') ? isOnlyHomeBranch(account) : undefined;
  const toggleOnlyHome = async () => {
    if (busyKind !== null) return;
    setBusyKind('new_orders');
    try {
      await setOnlyHomeBranch(code, account, !isOnlyHome);
    } catch {
      toast.error(t('office.push.failed'));
    }
    setBusyKind(null);
  };

  return { stateOf, toggle, isOnlyHome, toggleOnlyHome };
}

/** Renews the choice of this device when the back office opens, and when the browser has changed its subscription. */
export function useStaffPushRefresh(mayChoose: boolean): void {
  const { code } = useLanguage();
  const account = useAccount();
  const isGranted = usePushStatus() === 'granted';
  useEffect(() => {
    if (!mayChoose || !isGranted) return;
    // If there is no response now, the next visit tries again.
    const refresh = () => void refreshStaffPush(code, account).catch(() => {});
    const onWorkerMessage = ({ data }: MessageEvent<{ about?: string }>) => {
      if (data?.about === 'push-changed') refresh();
    };
    refresh();
    navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onWorkerMessage);
  }, [mayChoose, isGranted, code, account]);
}
