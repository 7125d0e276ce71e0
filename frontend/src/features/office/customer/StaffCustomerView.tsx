import { useState } from 'react';
import { InlineAlert } from '@/shared/ui/Notice';
import type { CustomerProfile, ResetCode } from '../customers/staff-customers-api';
import { fullMoment } from '../office-dates';
import { ROLE_TEXTS } from '../staff-access';
import { useOffice } from '../use-office-format';
import { AccessPanel } from './AccessPanel';
import { ContactPanel } from './ContactPanel';
import { CustomerDialog, type CustomerTask } from './CustomerDialog';
import { DataPanel } from './DataPanel';
import { NotesPanel } from './NotesPanel';
import { OrdersPanel } from './OrdersPanel';
import { PointsPanel } from './PointsPanel';
import { ResetCodePanel } from './ResetCodePanel';
import { StaffRoleDialog } from './StaffRoleDialog';
import { UndeliverableNotice } from './UndeliverableNotice';

export function StaffCustomerView({ customer }: { customer: CustomerProfile }) {
  const { t, language } = useOffice();
  const [task, setTask] = useState<CustomerTask | null>(null);
  const [isMakingStaff, setMakingStaff] = useState(false);
  const [code, setCode] = useState<ResetCode | null>(null);
  const { account, block } = customer;
  return (
    <div className="o-order">
      <div className="o-stack">
        {block && (
          <InlineAlert
            kind="warn"
            title={t('office.customer.blockedBy', {
              name: block.by || t('office.staff'),
              time: fullMoment(block.at, language),
            })}
          >
            <p>{block.reason}</p>
          </InlineAlert>
        )}
        {account.role !== 'customer' && (
          <InlineAlert
            kind="info"
            title={t('office.customer.staffAccount', { role: t(ROLE_TEXTS[account.role]) })}
          />
        )}
        <UndeliverableNotice cusId={account.cus_id} />
        {code && <ResetCodePanel account={account} code={code} onDone={() => setCode(null)} />}
        <OrdersPanel customer={customer} />
        <PointsPanel account={account} />
      </div>
      <div className="o-stack">
        <ContactPanel account={account} />
        <NotesPanel customer={customer} />
        <AccessPanel
          customer={customer}
          onTask={setTask}
          onMakeStaff={() => setMakingStaff(true)}
        />
        <DataPanel customer={customer} />
      </div>
      <CustomerDialog
        account={account}
        task={task}
        onClose={() => setTask(null)}
        onCode={setCode}
      />
      <StaffRoleDialog
        account={account}
        isOpen={isMakingStaff}
        onClose={() => setMakingStaff(false)}
      />
    </div>
  );
}
