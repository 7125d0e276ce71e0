import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { formatPhone } from '@/shared/forms/phone';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { type Customer, saveProfile } from './account-api';
import { changesIdentifier, type ProfileValues, profileSchema } from './account-schemas';
import { PersonFields } from './PersonFields';
import { CurrentProof, NewIdentifierCode } from './ProfileProofs';
import { useCodeChannels } from './use-code-channels';

type PersonFormProps = {
  customer: Customer;
  /** Called with the saved customer, or with null if the form was cancelled. */
  onDone: (saved: Customer | null, othersLoggedOut?: boolean) => void;
};

export function PersonForm({ customer, onDone }: PersonFormProps) {
  const t = useT();
  const { fname, lname, email } = customer;
  const [before] = useState({ phone: formatPhone(customer.phone), email });
  const [isByCode, setByCode] = useState(false);
  const schema = useMemo(() => profileSchema(before, isByCode), [before, isByCode]);
  const form = useShopForm<ProfileValues>(schema, {
    fname,
    lname,
    ...before,
    current_password: '',
    current_code: '',
    phone_code: '',
    email_code: '',
  });
  const [phone, newEmail] = useWatch({ control: form.control, name: ['phone', 'email'] });
  const needsProof = changesIdentifier(before, { phone, email: newEmail });
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
  const recipient =
    (channels.phone && formatPhone(customer.phone)) || (channels.email && email) || '';
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (values: ProfileValues) => {
    setProblem(null);
    const { current_password, current_code, phone_code, email_code, ...person } = values;
    try {
      const proofs = {
        ...(isByCode ? { current_code } : { current_password }),
        ...(proves.phone && { phone_code }),
        ...(proves.email && { email_code }),
      };
      const body = needsProof ? { ...person, ...proofs } : person;
      onDone((await saveProfile(body)).data, needsProof);
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
      {needsProof && (
        <CurrentProof
          form={form}
          recipient={recipient}
          isByCode={isByCode}
          onByCode={setByCode}
          onProblem={setProblem}
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
