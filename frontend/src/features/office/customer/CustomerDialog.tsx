import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TextAreaField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { customerProblem } from '../customers/customer-problem';
import {
  blockCustomer,
  makeResetCode,
  type ResetCode,
  renewCustomers,
  signCustomerOut,
  unblockCustomer,
} from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { fullName, type StaffAccount } from '../staff-access';

const MAX_REASON_LENGTH = 500;

export type CustomerTask = 'reset' | 'sign_out' | 'block' | 'unblock';

type TaskTexts = { title: MessageKey; text?: MessageKey; press: MessageKey; done?: MessageKey };

const TEXTS: Record<CustomerTask, TaskTexts> = {
  reset: {
    title: 'office.customer.resetAsk',
    text: 'office.customer.resetText',
    press: 'office.customer.resetMake',
  },
  sign_out: {
    title: 'office.customer.signOutAsk',
    text: 'office.customer.signOutText',
    press: 'office.customer.signOut',
    done: 'office.customer.signedOut',
  },
  block: {
    title: 'office.customer.blockAsk',
    text: 'office.customer.blockText',
    press: 'office.customer.block',
    done: 'office.customer.blockDone',
  },
  unblock: {
    title: 'office.customer.unblockAsk',
    press: 'office.customer.unblock',
    done: 'office.customer.unblockDone',
  },
};

type CustomerDialogProps = {
  account: StaffAccount;
  /** The action to confirm; null closes the dialog. */
  task: CustomerTask | null;
  onClose: () => void;
  onCode: (code: ResetCode) => void;
};

/** Confirmation dialog of an action on a customer. The safe button comes first. */
export function CustomerDialog(props: CustomerDialogProps) {
  const { account, task, onClose } = props;
  const t = useT();
  const title = task ? t(TEXTS[task].title, { name: fullName(account) }) : '';
  return (
    <OfficeDialog isOpen={task !== null} onClose={onClose} title={title}>
      {task && <Question key={task} {...props} task={task} />}
    </OfficeDialog>
  );
}

function Question({
  account,
  task,
  onClose,
  onCode,
}: CustomerDialogProps & { task: CustomerTask }) {
  const t = useT();
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const { cus_id: cusId } = account;
  const { text, press, done } = TEXTS[task];
  const isMissing = task === 'block' && reason.trim() === '';

  const carryOut = async () => {
    if (task === 'reset') onCode(await makeResetCode(cusId));
    else if (task === 'sign_out') await signCustomerOut(cusId);
    else if (task === 'block') await blockCustomer(cusId, reason.trim());
    else await unblockCustomer(cusId);
  };
  const run = async () => {
    setChecked(true);
    if (isMissing) return;
    setRunning(true);
    setProblem(undefined);
    try {
      await carryOut();
      if (done) toast.success(t(done, { name: fullName(account) }));
      onClose();
    } catch (error) {
      setProblem(customerProblem(t, error));
    }
    setRunning(false);
    void renewCustomers(client);
  };
  return (
    <form
      noValidate
      className="office-dialog o-ask"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      {text && (
        <p className="text-text-2">
          <LocalizedText>{t(text)}</LocalizedText>
        </p>
      )}
      {task === 'block' && (
        <TextAreaField
          label={t('office.customer.correctReason')}
          maxLength={MAX_REASON_LENGTH}
          value={reason}
          error={isChecked && isMissing ? t('office.customer.reasonMissing') : undefined}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
        <OfficeButton
          type="submit"
          kind={task === 'block' ? 'danger' : 'primary'}
          isLoading={isRunning}
        >
          {t(press)}
        </OfficeButton>
      </div>
    </form>
  );
}
