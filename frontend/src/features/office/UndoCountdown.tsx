import { CircleCheck, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { OfficeButton } from './OfficeButton';
import { UNDO_SECONDS } from './order/undo-time';
import { useShortcuts } from './shell/use-shortcuts';

type UndoCountdownProps = {
  /** Remaining seconds. */
  left: number;
  isUndoing: boolean;
  onUndo: () => void;
  /** Text about what was done. */
  children: ReactNode;
};

/** Bar with what was done and the seconds in which it can be undone, by the button or the key `z`. */
export function UndoCountdown({ left, isUndoing, onUndo, children }: UndoCountdownProps) {
  const t = useT();
  useShortcuts({ z: onUndo });
  return (
    <div role="status" className="o-undo">
      <Icon of={CircleCheck} />
      <span className="o-grow">{children}</span>
      <span aria-hidden className="o-undo-rest">
        <i ref={(bar) => bar?.style.setProperty('width', `${(left / UNDO_SECONDS) * 100}%`)} />
      </span>
      <OfficeButton kind="plain" icon={Undo2} isLoading={isUndoing} onClick={onUndo}>
        {t('office.undo')}{' '}
        <span aria-hidden className="tabular-nums">
          {left}
        </span>
      </OfficeButton>
    </div>
  );
}
