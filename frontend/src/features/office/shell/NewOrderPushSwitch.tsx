import { BellOff, BellRing } from 'lucide-react';
import { useId } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { type StaffPushState, useStaffPush } from './use-staff-push';

const TEXTS: Record<StaffPushState, MessageKey> = {
  unsupported: 'office.push.unsupported',
  denied: 'office.push.denied',
  busy: 'office.push.busy',
  off: 'office.push.off',
  on: 'office.push.on',
};

/** Menu item that switches pushes of new orders to this device, with the reason if they are not possible. */
export function NewOrderPushSwitch() {
  const t = useT();
  const id = useId();
  const { state, toggle } = useStaffPush();
  return (
    <button
      type="button"
      role="switch"
      aria-checked={state === 'on'}
      aria-labelledby={`${id}-name`}
      aria-describedby={id}
      aria-busy={state === 'busy' || undefined}
      aria-disabled={state === 'unsupported' || undefined}
      onClick={() => {
        if (state !== 'unsupported' && state !== 'busy') void toggle();
      }}
      className="o-menu-item o-menu-switch"
    >
      <Icon of={state === 'on' ? BellRing : BellOff} />
      <span>
        <span id={`${id}-name`}>
          <LocalizedText>{t('office.push.title')}</LocalizedText>
        </span>
        <small id={id}>
          <LocalizedText>{t(TEXTS[state])}</LocalizedText>
        </small>
      </span>
    </button>
  );
}
