import { useEffect, useMemo, useState } from 'react';
import { customerNumber } from '@/domain/session/customer-number';
import { useSession } from '@/domain/session/session';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { canPush, recheckPush, usePushStatus } from '@/shared/push/push-status';
import { PushError } from '@/shared/push/push-subscription';
import { toast } from '@/shared/ui/toast';
import {
  disableStaffPush,
  enableStaffPush,
  hasStaffPush,
  type PushAccount,
  refreshStaffPush,
} from './staff-push';

export type StaffPushState = 'unsupported' | 'denied' | 'busy' | 'off' | 'on';

/** The signed-in account, the same object as long as nothing changes. */
function useAccount(): PushAccount {
  const { user } = useSession();
  const cusId = customerNumber();
  const formerKey = user && `${user.phone} ${user.email}`;
  return useMemo(() => ({ cusId, formerKey }), [cusId, formerKey]);
}

/** Pushes of new orders to this device: their state, and what changes it. */
export function useStaffPush() {
  const t = useT();
  const { code } = useLanguage();
  const account = useAccount();
  const status = usePushStatus();
  const [isBusy, setBusy] = useState(false);
  const isOn = status === 'granted' && hasStaffPush(account);

  const turnOn = async () => {
    try {
      const permission = await enableStaffPush(code, account);
      if (permission === 'granted') toast.success(t('office.push.turnedOn'));
      if (permission === 'default') toast.info(t('office.push.unanswered'));
    } catch (error) {
      const isBrowser = error instanceof PushError && error.at === 'browser';
      toast.error(t(isBrowser ? 'office.push.browserFailed' : 'office.push.failed'));
    }
  };
  const turnOff = async () => {
    try {
      await disableStaffPush(code, account);
      toast.info(t('office.push.turnedOff'));
    } catch {
      toast.error(t('office.push.failed'));
    }
  };
  const toggle = async () => {
    // The permission may have been given in the browser's settings meanwhile.
    if (status === 'denied') return recheckPush();
    setBusy(true);
    await (isOn ? turnOff() : turnOn());
    setBusy(false);
  };

  return { state: stateOf(status, isOn, isBusy), toggle };
}

function stateOf(
  status: ReturnType<typeof usePushStatus>,
  isOn: boolean,
  isBusy: boolean,
): StaffPushState {
  if (!canPush()) return 'unsupported';
  if (status === 'denied') return 'denied';
  if (isBusy || status === 'requesting') return 'busy';
  return isOn ? 'on' : 'off';
}

/** Renews the choice of this device when the back office opens, and when the browser has changed its subscription. */
export function useStaffPushRefresh(maySeeOrders: boolean): void {
  const { code } = useLanguage();
  const account = useAccount();
  const isGranted = usePushStatus() === 'granted';
  useEffect(() => {
    if (!maySeeOrders || !isGranted) return;
    const refresh = () => {
      // Without an answer now the next visit tries again.
      if (hasStaffPush(account)) void refreshStaffPush(code, account).catch(() => {});
    };
    const onWorkerMessage = ({ data }: MessageEvent<{ about?: string }>) => {
      if (data?.about === 'push-changed') refresh();
    };
    refresh();
    navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onWorkerMessage);
  }, [maySeeOrders, isGranted, code, account]);
}
