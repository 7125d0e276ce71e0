import { BellOff, BellRing } from 'lucide-react';
import { useId } from 'react';
import type { StaffArea } from '@/domain/staff/staff-check';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { useMay } from '../staff-access';
import type { StaffPushKind } from './staff-push';
import { type StaffPushState, useStaffPush } from './use-staff-push';

const TEXTS: Record<StaffPushState, MessageKey> = {
  unsupported: 'office.push.unsupported',
  denied: 'office.push.denied',
  busy: 'office.push.busy',
  off: 'office.push.off',
  on: 'office.push.on',
};

/** Kinds of pushes with the area that a role needs for them. */
const KINDS: { kind: StaffPushKind; area: StaffArea; title: MessageKey }[] = [
  { kind: 'new_orders', area: 'orders', title: 'office.push.title' },
  { kind: 'customer_messages', area: 'inbox', title: 'office.push.messages.title' },
];

/** Menu items that switch pushes to this device, one for each kind that the role may choose. */
export function StaffPushSwitches() {
  const may = useMay();
  const { stateOf, toggle } = useStaffPush();
  return KINDS.filter(({ area }) => may(area)).map(({ kind, title }) => (
    <PushSwitch key={kind} title={title} state={stateOf(kind)} onToggle={() => void toggle(kind)} />
  ));
}

type PushSwitchProps = { title: MessageKey; state: StaffPushState; onToggle: () => void };

/** One kind, with the reason if pushes are not possible. */
function PushSwitch({ title, state, onToggle }: PushSwitchProps) {
  const t = useT();
  const id = useId();
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
        if (state !== 'unsupported' && state !== 'busy') onToggle();
      }}
      className="o-menu-item o-menu-switch"
    >
      <Icon of={state === 'on' ? BellRing : BellOff} />
      <span>
        <span id={`${id}-name`}>
          <LocalizedText>{t(title)}</LocalizedText>
        </span>
        <small id={id}>
          <LocalizedText>{t(TEXTS[state])}</LocalizedText>
        </small>
      </span>
    </button>
  );
}
