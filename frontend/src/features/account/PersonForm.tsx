import { useState } from 'react';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { formatPhone } from '@/shared/forms/phone';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { type Customer, saveProfile } from './account-api';
import { type ProfileValues, profileSchema } from './account-schemas';
import { PersonFields } from './PersonFields';

type PersonFormProps = {
  customer: Customer;
  /** With the saved customer, or null when the shopper left it. */
  onDone: (saved: Customer | null) => void;
};

export function PersonForm({ customer, onDone }: PersonFormProps) {
  const t = useT();
  const { fname, lname, phone, email } = customer;
  const form = useShopForm<ProfileValues>(profileSchema, {
    fname,
    lname,
    phone: formatPhone(phone),
    email,
  });
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (values: ProfileValues) => {
    setProblem(null);
    try {
      onDone((await saveProfile(values)).data);
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(save)} className="grid gap-3.5">
      {problem && <InlineAlert kind="err" title={problem} />}
      <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
      <PersonFields field={(name) => ({ ...form.register(name), error: form.errorOf(name) })} />
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
