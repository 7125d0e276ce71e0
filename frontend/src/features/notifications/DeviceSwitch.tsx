import { useId } from 'react';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { usePushStatus } from '@/shared/push/push-status';
import { disablePush, enablePush } from '@/shared/push/push-subscription';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { toast } from '@/shared/ui/toast';

/** `onAsk` opens the explanation if the browser has not granted permission yet or something prevents notifications. */
type DeviceSwitchProps = { cusId: number; onAsk: () => void };

/** Switch for push notifications on this device. */
export function DeviceSwitch({ cusId, onAsk }: DeviceSwitchProps) {
  const t = useT();
  const id = useId();
  const { code } = useLanguage();
  const status = usePushStatus();
  const isOn = status === 'granted';

  const turnOn = async () => {
    if (Notification.permission !== 'granted') return onAsk();
    await enablePush(code, cusId).catch(onAsk);
  };
  const turnOff = async () => {
    await disablePush();
    toast.info(t('notifications.turnedOff'), {
      action: { label: t('action.undo'), onClick: () => void turnOn() },
    });
  };

  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-describedby={id}
      aria-busy={status === 'requesting'}
      onClick={() => void (isOn ? turnOff() : turnOn())}
      className="flex min-h-14 w-full flex-none items-center gap-3 border-t border-line px-4 py-2 text-start hover:bg-surface-3 focus-inside"
    >
      <span className="min-w-0 flex-1 text-sm">
        <span className="block font-medium">
          <LocalizedText>{t('notifications.device')}</LocalizedText>
        </span>
        <span id={id} className="block text-xs text-text-3">
          <LocalizedText>
            {t(status === 'denied' ? 'notifications.deviceBlocked' : 'notifications.deviceText')}
          </LocalizedText>
        </span>
      </span>
      <span
        aria-hidden
        className={cx(
          'flex h-6 w-11 flex-none items-center rounded-full p-0.5',
          isOn ? 'justify-end bg-action' : 'bg-line-strong',
        )}
      >
        <span className="size-5 rounded-full bg-surface" />
      </span>
    </button>
  );
}
