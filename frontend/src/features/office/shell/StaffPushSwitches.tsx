import { BellOff, BellRing } from 'lucide-react';
import { Fragment, useId } from 'react';
import type { StaffArea } from '@/domain/staff/staff-check';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Skeleton } from '@/shared/ui/Skeleton';
import { branchName, useBranchChoices } from '../branch-names';
import { ChoicesNote } from '../ChoicesNote';
import { useHomeBranch } from '../home-branch';
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
  const t = useT();
  const { stateOf, toggle, isOnlyHome, toggleOnlyHome } = useStaffPush();
  const home = useHomeBranch();
  const { branches, list } = useBranchChoices(home !== undefined);
  return KINDS.filter(({ area }) => may(area)).map(({ kind, title }) => (
    <Fragment key={kind}>
      <PushSwitch
        title={t(title)}
        note={t(TEXTS[stateOf(kind)])}
        state={stateOf(kind)}
        onToggle={() => void toggle(kind)}
      />
      {kind === 'new_orders' && home !== undefined && isOnlyHome !== undefined && (
        <div>
          <PushSwitch
            title={t('office.push.branch.title', { branch: branchName(t, branches, home) })}
            isTitleLoading={list.state === 'loading'}
            note={t(isOnlyHome ? 'office.push.branch.on' : 'office.push.branch.off')}
            state={stateOf(kind) === 'busy' ? 'busy' : isOnlyHome ? 'on' : 'off'}
            onToggle={() => void toggleOnlyHome()}
          />
          <ChoicesNote
            list={list}
            isLoadingShown={false}
            failedText={t('office.branch.namesFailed')}
          />
        </div>
      )}
    </Fragment>
  ));
}

type PushSwitchProps = {
  title: string;
  /** Whether a name in the title has not loaded yet. */
  isTitleLoading?: boolean;
  note: string;
  state: StaffPushState;
  onToggle: () => void;
};

/** One choice, with the reason if pushes are not possible. */
function PushSwitch({ title, isTitleLoading, note, state, onToggle }: PushSwitchProps) {
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
        <span id={`${id}-name`} className={isTitleLoading ? 'sr-only' : undefined}>
          <LocalizedText>{title}</LocalizedText>
        </span>
        {isTitleLoading && <Skeleton className="h-5 w-40" />}
        <small id={id}>
          <LocalizedText>{note}</LocalizedText>
        </small>
      </span>
    </button>
  );
}
