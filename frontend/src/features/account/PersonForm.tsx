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
import { CodeField } from './CodeField';
import { PersonFields } from './PersonFields';
import { useCodeChannels } from './use-code-channels';
import { useCodeRequest } from './use-code-request';

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
    phone_code: '',
    email_code: '',
  });
  const [phone, newEmail] = useWatch({ control: form.control, name: ['phone', 'email'] });
  const needsPassword = changesIdentifier(before, { phone, email: newEmail });
  const channels = useCodeChannels();
  const proves = {
    phone:
      channels.phone &&
      phone.trim() !== '' &&
      changesIdentifier(before, { phone, email: before.email }),
    email:
      channels.email &&
      newEmail.trim() !== '' &&
      changesIdentifier(before, { phone: before.phone, email: newEmail }),
  };
  const [problem, setProblem] = useState<string | null>(null);

  const save = async ({ current_password, phone_code, email_code, ...person }: ProfileValues) => {
    setProblem(null);
    try {
      const proofs = {
        current_password,
        ...(proves.phone && { phone_code }),
        ...(proves.email && { email_code }),
      };
      const body = needsPassword ? { ...person, ...proofs } : person;
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
      {proves.phone && <NewIdentifierCode form={form} name="phone" onProblem={setProblem} />}
      {proves.email && <NewIdentifierCode form={form} name="email" onProblem={setProblem} />}
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

type NewIdentifierCodeProps = {
  form: ReturnType<typeof useShopForm<ProfileValues>>;
  name: 'phone' | 'email';
  onProblem: (problem: string | null) => void;
};

/** The code that was sent to a new phone number or e-mail address. */
function NewIdentifierCode({ form, name, onProblem }: NewIdentifierCodeProps) {
  const t = useT();
  const request = useCodeRequest('verify');
  const field = `${name}_code` as const;

  const send = async () => {
    onProblem(null);
    if (!(await form.trigger(name))) return form.setFocus(name);
    try {
      await request.send(form.getValues(name));
      form.setFocus(field);
    } catch (error) {
      onProblem(problemText(error, t));
    }
  };

  return (
    <CodeField
      field={form.register(field)}
      error={form.errorOf(field)}
      sent={request.sent}
      waitS={request.waitS}
      isSending={request.isSending}
      onResend={() => void send()}
    />
  );
}
