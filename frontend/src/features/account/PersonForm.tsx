import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { PasswordField } from '@/shared/forms/PasswordField';
import { formatPhone } from '@/shared/forms/phone';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { type Customer, saveProfile } from './account-api';
import { changesIdentifier, type ProfileValues, profileSchema } from './account-schemas';
import { PersonFields } from './PersonFields';

type PersonFormProps = {
  customer: Customer;
  /** With the saved customer, or null when the shopper left it. */
  onDone: (saved: Customer | null, othersLoggedOut?: boolean) => void;
};

export function PersonForm({ customer, onDone }: PersonFormProps) {
  const t = useT();
  const { fname, lname, email } = customer;
  const [before] = useState({ phone: formatPhone(customer.phone), email });
  const [schema] = useState(() => profileSchema(before));
  const form = useShopForm<ProfileValues>(schema, {
    fname,
    lname,
    ...before,
    current_password: '',
  });
  const [phone, newEmail] = useWatch({ control: form.control, name: ['phone', 'email'] });
  const needsPassword = changesIdentifier(before, { phone, email: newEmail });
  const [problem, setProblem] = useState<string | null>(null);

  const save = async ({ current_password, ...person }: ProfileValues) => {
    setProblem(null);
    try {
      const body = needsPassword ? { ...person, current_password } : person;
      onDone((await saveProfile(body)).data, needsPassword);
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(save)} className="grid gap-3.5">
      {problem && <InlineAlert kind="err" title={problem} />}
      <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
      <PersonFields field={(name) => ({ ...form.register(name), error: form.errorOf(name) })} />
      {needsPassword && (
        <PasswordField
          {...form.register('current_password')}
          label={t('account.currentPassword')}
          error={form.errorOf('current_password')}
          hint={t('account.currentPasswordHint')}
          autoComplete="current-password"
          maxLength={128}
        />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" isLoading={form.formState.isSubmitting}>
          {t('account.save')}
        </Button>
        <Button kind="outline" onClick={() => onDone(null)}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
