import { useQueryClient } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { fetchFile, saveFile } from '@/shared/api/file';
import { readWholeNumber } from '@/shared/format/whole-number';
import { problemText } from '@/shared/forms/problem-text';
import { TextField } from '@/shared/forms/TextField';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { customerProblem } from '../customers/customer-problem';
import {
  type CustomerProfile,
  customerExportUrl,
  eraseCustomer,
  renewCustomers,
} from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { OfficeDialog } from '../OfficeDialog';
import { fullName, useStaff } from '../staff-access';

/** Panel for managers: export of all data of the customer, and their erasure. */
export function DataPanel({ customer }: { customer: CustomerProfile }) {
  const t = useT();
  const [isErasing, setErasing] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const { account, erasure } = customer;
  if (useStaff()?.account.role !== 'manager') return null;

  const download = async () => {
    setLoading(true);
    try {
      const file = await fetchFile(customerExportUrl(account.cus_id));
      saveFile(file, `customer-${account.cus_id}.json`);
    } catch (error) {
      toast.error(t('office.actionFailed'), { detail: problemText(error, t) });
    }
    setLoading(false);
  };
  return (
    <section aria-labelledby="customer-data" className="o-panel">
      <div className="o-panel-head">
        <h2 id="customer-data" className="o-h2">
          {t('office.customer.data')}
        </h2>
      </div>
      <div className="o-panel-body o-stack gap-3">
        {erasure && (
          <InlineAlert
            kind="warn"
            title={t('office.customer.erasing', { count: erasure.confirmed.length })}
          />
        )}
        <div className="o-row o-wrap">
          <OfficeButton icon={Download} isLoading={isLoading} onClick={() => void download()}>
            {t('office.customer.download')}
          </OfficeButton>
          {account.role === 'customer' && (
            <OfficeButton
              kind="danger-outline"
              icon={Trash2}
              aria-haspopup="dialog"
              onClick={() => setErasing(true)}
            >
              {t(erasure ? 'office.customer.eraseAgain' : 'office.customer.erase')}
            </OfficeButton>
          )}
        </div>
      </div>
      <OfficeDialog
        isOpen={isErasing}
        onClose={() => setErasing(false)}
        title={t('office.customer.eraseAsk', { name: fullName(account) })}
      >
        {isErasing && <EraseForm cusId={account.cus_id} onClose={() => setErasing(false)} />}
      </OfficeDialog>
    </section>
  );
}

/** Form that erases a customer. The customer's id must be typed, so that no single click erases one. */
function EraseForm({ cusId, onClose }: { cusId: number; onClose: () => void }) {
  const t = useT();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isChecked, setChecked] = useState(false);
  const [isRunning, setRunning] = useState(false);
  const [problem, setProblem] = useState<string>();
  const isRight = readWholeNumber(typed) === cusId;

  const erase = async () => {
    setChecked(true);
    if (!isRight) return;
    setRunning(true);
    setProblem(undefined);
    try {
      await eraseCustomer(cusId, String(cusId));
      toast.success(t('office.customer.eraseBegun'));
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
        void erase();
      }}
    >
      {problem && <InlineAlert kind="err" title={problem} />}
      <p className="text-text-2">
        <LocalizedText>{t('office.customer.eraseText')}</LocalizedText>
      </p>
      <TextField
        label={t('office.customer.eraseConfirm', { id: String(cusId) })}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        maxLength={40}
        value={typed}
        error={isChecked && !isRight ? t('office.customer.eraseWrong') : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <div className="o-ask-actions">
        <OfficeButton onClick={onClose}>{t('office.askNo')}</OfficeButton>
        <OfficeButton type="submit" kind="danger" isLoading={isRunning}>
          {t('office.customer.erase')}
        </OfficeButton>
      </div>
    </form>
  );
}
