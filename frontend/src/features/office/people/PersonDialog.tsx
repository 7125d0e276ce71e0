import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { EditField } from '../product/EditField';
import { fullName, ROLE_TEXTS, type StaffMember, type StaffRole } from '../staff-access';
import { HomeBranchSelect } from './HomeBranchSelect';
import { peopleProblem } from './people-problem';
import { RoleChoice } from './RoleChoice';
import { changeRole, removePerson, renewPeople } from './staff-people-api';

export type PersonTask = { kind: 'role' | 'remove'; person: StaffMember };

type PersonDialogProps = {
  /** The action of the dialog; null closes it. */
  task: PersonTask | null;
  isOwn: boolean;
  onClose: () => void;
  onAskRemove: (person: StaffMember) => void;
};

/** Dialog that changes the role of a person, or confirms its removal. */
export function PersonDialog(props: PersonDialogProps) {
  const { task, onClose } = props;
  const t = useT();
  const name = task ? fullName(task.person) : '';
  const title =
    task?.kind === 'remove' ? t('office.person.askRemove', { name }) : t('office.roleOf', { name });
  return (
    <OfficeDialog isOpen={task !== null} onClose={onClose} title={title}>
      {task?.kind === 'role' && (
        <RoleForm key={task.person.cus_id} {...props} person={task.person} />
      )}
      {task?.kind === 'remove' && <RemoveQuestion {...props} person={task.person} />}
    </OfficeDialog>
  );
}

type PersonProps = PersonDialogProps & { person: StaffMember };

/** Runs one change and closes the dialog. A refusal is shown, and the dialog stays. */
function useChange(onClose: () => void) {
  const t = useT();
  const client = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (change: () => Promise<unknown>, done: string) => {
    setRunning(true);
    setProblem(undefined);
    try {
      await change();
      toast.success(done);
      onClose();
    } catch (error) {
      setProblem(peopleProblem(t, error));
    }
    setRunning(false);
    renewPeople(client);
  };
  return { run, isRunning, problem };
}

function RoleForm({ person, isOwn, onClose, onAskRemove }: PersonProps) {
  const t = useT();
  const [role, setRole] = useState<StaffRole>(person.role === 'customer' ? 'clerk' : person.role);
  const { run, isRunning, problem } = useChange(onClose);
  const name = fullName(person);
  return (
    <form
      className="office-dialog o-ask pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void run(
          () => changeRole(person.cus_id, role),
          t('office.roleChanged', { name, role: t(ROLE_TEXTS[role]) }),
        );
      }}
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <RoleChoice value={role} onChange={setRole} />
      <p className="text-text-2">
        <LocalizedText>{t(isOwn ? 'office.roleOwnEffect' : 'office.roleEffect')}</LocalizedText>
      </p>
      <div className="lg:hidden">
        <EditField label={t('office.branch.home')} hint={t('office.branch.homeHint')}>
          {({ id }) => <HomeBranchSelect person={person} id={id} />}
        </EditField>
      </div>
      <div className="o-ask-actions">
        <OfficeButton
          kind="danger-outline"
          onClick={() => onAskRemove(person)}
          className="me-auto lg:hidden"
        >
          {t('office.person.remove')}
        </OfficeButton>
        <OfficeButton onClick={onClose}>{t('action.cancel')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind="primary"
          disabled={role === person.role}
          isLoading={isRunning}
        >
          {t('office.roleSave')}
        </OfficeButton>
      </div>
    </form>
  );
}

function RemoveQuestion({ person, isOwn, onClose }: PersonProps) {
  const t = useT();
  const { run, isRunning, problem } = useChange(onClose);
  const name = fullName(person);
  return (
    <div className="office-dialog o-ask">
      {problem && <InlineAlert kind="err" title={problem} />}
      <p className="text-text-2">
        <LocalizedText>
          {t(isOwn ? 'office.person.removeOwnEffect' : 'office.person.removeEffect')}
        </LocalizedText>
      </p>
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
        <OfficeButton
          kind="danger"
          isLoading={isRunning}
          onClick={() =>
            void run(() => removePerson(person.cus_id), t('office.person.removed', { name }))
          }
        >
          {t('office.person.remove')}
        </OfficeButton>
      </div>
    </div>
  );
}
