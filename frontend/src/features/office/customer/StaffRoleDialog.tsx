import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { renewCustomers } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { peopleProblem } from '../people/people-problem';
import { RoleChoice } from '../people/RoleChoice';
import { changeRole, renewPeople } from '../people/staff-people-api';
import { fullName, type StaffAccount, type StaffRole } from '../staff-access';

type StaffRoleDialogProps = { account: StaffAccount; isOpen: boolean; onClose: () => void };

/** Dialog in which a manager gives a role to the account of a customer. */
export function StaffRoleDialog({ account, isOpen, onClose }: StaffRoleDialogProps) {
  const t = useT();
  const title = t('office.customer.makeStaffAsk', { name: fullName(account) });
  return (
    <OfficeDialog isOpen={isOpen} onClose={onClose} title={title}>
      {isOpen && <StaffRoleForm account={account} onClose={onClose} />}
    </OfficeDialog>
  );
}

function StaffRoleForm({ account, onClose }: Omit<StaffRoleDialogProps, 'isOpen'>) {
  const t = useT();
  const client = useQueryClient();
  const [role, setRole] = useState<StaffRole>('clerk');
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const grant = async () => {
    setRunning(true);
    setProblem(undefined);
    try {
      await changeRole(account.cus_id, role);
      toast.success(t('office.person.granted', { name: fullName(account) }));
      onClose();
    } catch (error) {
      setProblem(peopleProblem(t, error));
    }
    setRunning(false);
    renewPeople(client);
    void renewCustomers(client);
  };
  return (
    <form
      noValidate
      className="office-dialog o-ask pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        void grant();
      }}
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <p className="text-text-2">
        <LocalizedText>{t('office.customer.makeStaffText')}</LocalizedText>
      </p>
      <RoleChoice value={role} onChange={setRole} />
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
        <OfficeButton type="submit" kind="primary" isLoading={isRunning}>
          {t('office.customer.makeStaff')}
        </OfficeButton>
      </div>
    </form>
  );
}
