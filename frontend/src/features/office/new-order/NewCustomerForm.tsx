import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { formatPhone, parsePhone } from '@/shared/forms/phone';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { type CustomerRow, customersQuery, renewCustomers } from '../customers/staff-customers-api';
import { OfficeButton } from '../OfficeButton';
import { phoneError, sentPhone } from '../phone-input';
import { EditField } from '../product/EditField';
import { createCustomer } from './new-order-api';

const MAX_NAME = 80;
const MAX_PHONE = 40;

type NewCustomerFormProps = {
  /** The searched text: a phone number or a name. */
  typed: string;
  onCancel: () => void;
  onChoose: (account: CustomerRow['account']) => void;
};

type FieldErrors = Partial<Record<'fname' | 'lname' | 'phone', MessageKey>>;

/** Form that creates a customer without a password. If the number has an account, that customer is chosen. */
export function NewCustomerForm({ typed, onCancel, onChoose }: NewCustomerFormProps) {
  const t = useT();
  const client = useQueryClient();
  const isNumber = /\d/.test(typed);
  const [fname, setFname] = useState(isNumber ? '' : typed);
  const [lname, setLname] = useState('');
  const [phone, setPhone] = useState(isNumber ? typed : '');
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSaving, setSaving] = useState(false);

  const save = async () => {
    const wrongPhone = phoneError(phone);
    const own: FieldErrors = {
      ...(fname.trim() === '' && { fname: 'office.details.missing' as const }),
      ...(wrongPhone && { phone: wrongPhone }),
    };
    setErrors(own);
    if (Object.keys(own).length > 0 || isSaving) return;
    setSaving(true);
    try {
      const body = { fname: fname.trim(), lname: lname.trim(), phone: sentPhone(phone) };
      onChoose(await createCustomer(body));
      void renewCustomers(client);
    } catch (error) {
      setSaving(false);
      if (error instanceof ApiError && error.reason === 'taken') return void chooseExisting();
      const serverErrors = error instanceof ApiError ? (error.details.errors ?? []) : [];
      setErrors(
        Object.fromEntries(serverErrors.map(({ field }) => [field, 'office.details.wrong'])),
      );
      const detail = errorText(t, error);
      if (serverErrors.length === 0)
        toast.error(t('office.new.customerFailed'), detail ? { detail } : {});
    }
  };
  const chooseExisting = async () => {
    const search = parsePhone(phone) ?? phone;
    const page = await client.fetchQuery(customersQuery({ search })).catch(() => undefined);
    const same = page?.data.find(
      ({ account }) => formatPhone(account.phone) === formatPhone(search),
    );
    if (!same) return setErrors({ phone: 'office.new.numberTaken' });
    toast.success(t('office.new.customerExists'));
    onChoose(same.account);
  };
  return (
    <form
      noValidate
      className="o-form"
      aria-label={t('office.new.newCustomer')}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="o-pair">
        <EditField label={t('office.new.fname')} error={errors.fname}>
          {(control) => (
            <input
              {...control}
              // biome-ignore lint/a11y/noAutofocus: the press that opened the form was for filling it in
              autoFocus
              autoComplete="off"
              maxLength={MAX_NAME}
              value={fname}
              onChange={({ target }) => setFname(target.value)}
              className="o-field"
            />
          )}
        </EditField>
        <EditField label={t('office.new.lname')} error={errors.lname}>
          {(control) => (
            <input
              {...control}
              autoComplete="off"
              maxLength={MAX_NAME}
              value={lname}
              onChange={({ target }) => setLname(target.value)}
              className="o-field"
            />
          )}
        </EditField>
      </div>
      <EditField label={t('office.phone')} error={errors.phone} hint={t('office.new.noPassword')}>
        {(control) => (
          <input
            {...control}
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={MAX_PHONE}
            value={phone}
            onChange={({ target }) => setPhone(target.value)}
            className="o-field"
          />
        )}
      </EditField>
      <div className="o-ask-actions">
        <OfficeButton onClick={onCancel}>{t('office.askNo')}</OfficeButton>
        <OfficeButton type="submit" kind="primary" isLoading={isSaving}>
          {t('office.new.createCustomer')}
        </OfficeButton>
      </div>
    </form>
  );
}
