import { useBlocker } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { Dialog } from '@/shared/ui/Dialog';
import { OfficeButton } from '../OfficeButton';

type LeaveQuestionProps = {
  isDirty: boolean;
  /** Called when the changes are discarded. */
  onLeave?: () => void;
};

/** Dialog that is shown before unsaved changes are lost. The safe button comes first. */
export function LeaveQuestion({ isDirty, onLeave }: LeaveQuestionProps) {
  const t = useT();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => isDirty,
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
