import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useFormDraft, useStoredDraft } from '@/domain/session/use-form-draft';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { formatPhone } from '@/shared/forms/phone';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { type Profile, saveProfile } from './account-api';
import { changesIdentifier, type ProfileValues, profileSchema } from './account-schemas';
import { confirmationRecipient } from './confirmation-recipient';
import { PersonFields } from './PersonFields';
import { CurrentProof, NewIdentifierCode } from './ProfileProofs';
import { useCodeChannels } from './use-code-channels';

/** Name of the form's draft. */
export const PERSON_DRAFT = 'person';

type PersonFormProps = {
  customer: Profile;
  /** Called with the saved customer, or with null if the form was canceled. */
  onDone: (saved: Profile | null, othersLoggedOut?: boolean) => void;
};

export function PersonForm({ customer, onDone }: PersonFormProps) {
  const t = useT();
  const { fname, lname, email } = customer;
  const [before] = useState({ phone: formatPhone(customer.phone), email });
  const [isByCode, setByCode] = useState(false);
  const schema = useMemo(() => profileSchema(before, isByCode), [before, isByCode]);
  const proofs = { current_password: '', current_code: '', phone_code: '', email_code: '' };
  const draft = useFormDraft<ProfileValues>(PERSON_DRAFT, { fname, lname, ...before, ...proofs }, [
    'fname',
    'lname',
    'phone',
    'email',
  ]);
  const form = useShopForm<ProfileValues>(schema, draft.values);
  useStoredDraft(form, draft);
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
  const recipient = confirmationRecipient(customer, channels);
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (values: ProfileValues) => {
    setProblem(null);
    const { current_password, current_code, phone_code, email_code, ...person } = values;
    try {
      const given = {
        ...(isByCode ? { current_code } : { current_password }),
        ...(proves.phone && { phone_code }),
        ...(proves.email && { email_code }),
      };
      const body = needsProof ? { ...person, ...given } : person;
      const saved = (await saveProfile(body)).data;
      draft.clear();
      onDone(saved, needsProof);
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
        <Button
          kind="outline"
          onClick={() => {
            draft.clear();
            onDone(null);
          }}
        >
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
