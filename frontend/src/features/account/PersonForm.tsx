import { useState } from 'react';
import { ErrorSummary } from '@/forms/ErrorSummary';
import { showPhone } from '@/forms/phone';
import { problemText } from '@/forms/problem';
import { useShopForm } from '@/forms/useShopForm';
import { useT } from '@/language/context';
import { Button } from '@/ui/Button';
import { Notice } from '@/ui/Notice';
import { type Customer, saveProfile } from './api';
import { PersonFields } from './PersonFields';
import { type ProfileValues, profileSchema } from './schemas';

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
    phone: showPhone(phone),
    email,
  });
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (values: ProfileValues) => {
    setProblem(null);
    try {
      onDone((await saveProfile(values)).data);
    } catch (error) {
      if (!form.showFaults(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(save)} className="grid gap-3.5">
      {problem && <Notice kind="err" title={problem} />}
      <ErrorSummary errors={form.faults} onChoose={form.goTo} />
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
