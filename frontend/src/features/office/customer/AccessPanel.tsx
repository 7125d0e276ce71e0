import { Ban, KeyRound, LogOut, MonitorSmartphone, UserCheck, UserPlus } from 'lucide-react';
import { useNow } from '@/shared/hooks/use-now';
import { Icon } from '@/shared/ui/Icon';
import type { CustomerProfile } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { fullMoment, shortMoment } from '../office-dates';
import { useStaff } from '../staff-access';
import { useOffice } from '../use-office-format';
import type { CustomerTask } from './CustomerDialog';

const CLOCK_MS = 60_000;

type AccessPanelProps = {
  customer: CustomerProfile;
  onTask: (task: CustomerTask) => void;
  /** Opens the dialog that gives the account a role. */
  onMakeStaff: () => void;
};

/** Panel with the customer's sessions and the staff's actions on the account. */
export function AccessPanel({ customer, onTask, onMakeStaff }: AccessPanelProps) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  const { account, block, sessions, erasure } = customer;
  const isManager = useStaff()?.account.role === 'manager';
  const isCustomer = account.role === 'customer';
  const mayHelp = isCustomer || isManager;
  const ask = (task: CustomerTask) => ({
    'aria-haspopup': 'dialog' as const,
    onClick: () => onTask(task),
  });
  return (
    <section aria-labelledby="customer-access" className="o-panel">
      <div className="o-panel-head">
        <h2 id="customer-access" className="o-h2">
          {t('office.customer.access')}
        </h2>
      </div>
      <div className="o-panel-body o-stack gap-3">
        <p className="o-muted">{t('office.customer.sessions', { count: sessions.length })}</p>
        {sessions.length > 0 && (
          <ul className="o-stack gap-2">
            {sessions.map((session) => (
              <li key={session.session_id} className="o-row gap-2">
                <Icon of={MonitorSmartphone} size="s" />
                <span className="o-grow">{session.device || t('office.customer.device')}</span>
                <time
                  dateTime={session.last_used_at}
                  title={fullMoment(session.last_used_at, language)}
                  className="o-note"
                >
                  {shortMoment(session.last_used_at, now, language)}
                </time>
              </li>
            ))}
          </ul>
        )}
        {mayHelp && (
          <div className="o-row o-wrap">
            {!block && (
              <OfficeButton icon={KeyRound} {...ask('reset')}>
                {t('office.customer.reset')}
              </OfficeButton>
            )}
            {sessions.length > 0 && (
              <OfficeButton icon={LogOut} {...ask('sign_out')}>
                {t('office.customer.signOut')}
              </OfficeButton>
            )}
            {isManager && isCustomer && !block && !erasure && (
              <OfficeButton icon={UserPlus} aria-haspopup="dialog" onClick={onMakeStaff}>
                {t('office.customer.makeStaff')}
              </OfficeButton>
            )}
            {isManager && isCustomer && !block && (
              <OfficeButton kind="danger-outline" icon={Ban} {...ask('block')}>
                {t('office.customer.block')}
              </OfficeButton>
            )}
            {isManager && block && (
              <OfficeButton icon={UserCheck} {...ask('unblock')}>
                {t('office.customer.unblock')}
              </OfficeButton>
            )}
          </div>
        )}
        {!mayHelp && <p className="o-note">{t('office.customer.isStaff')}</p>}
      </div>
    </section>
  );
}
