import { deepEqual, useBlocker } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { Dialog } from '@/shared/ui/Dialog';
import { OfficeButton } from '../OfficeButton';

type LeaveQuestionProps = {
  isDirty: boolean;
  /** Called when the changes are discarded. */
  onLeave?: () => void;
};

/**
 * Dialog that is shown before unsaved changes are lost. The safe button comes first. It has no history entry of its own: the
 * navigation that it holds back would get a wrong place in the history. The back button therefore asks again.
 */
export function LeaveQuestion({ isDirty, onLeave }: LeaveQuestionProps) {
  const t = useT();
  const { status, proceed, reset } = useBlocker({
    // A dialog over the page has the address of the page.
    shouldBlockFn: ({ current, next }) =>
      isDirty && !(current.pathname === next.pathname && deepEqual(current.search, next.search)),
    enableBeforeUnload: isDirty,
    withResolver: true,
  });
  const stay = () => reset?.();
  const leave = () => {
    onLeave?.();
    proceed?.();
  };
  return (
    <Dialog isOpen={status === 'blocked'} onClose={stay} title={t('office.leave.title')}>
      <div className="office-dialog o-ask">
        <p className="text-text-2">{t('office.leave.text')}</p>
        <div className="o-ask-actions">
          <OfficeButton onClick={stay}>{t('office.leave.stay')}</OfficeButton>
          <OfficeButton kind="danger" onClick={leave}>
            {t('office.leave.go')}
          </OfficeButton>
        </div>
      </div>
    </Dialog>
  );
}
