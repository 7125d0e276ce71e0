import { useState } from 'react';
import * as v from 'valibot';
import { sessionQuery, type User } from '@/domain/session/session';
import { requiredText } from '@/shared/forms/form-checks';
import { problemText } from '@/shared/forms/problem-text';
import { TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { saveName } from './checkout-queries';

const schema = v.object({ fname: requiredText('field.fname'), lname: requiredText('field.lname') });
type NameValues = v.InferInput<typeof schema>;

/** Form for the name of a customer whose account was created by a code, shown before the first order. */
export function NameForm({ user }: { user: User }) {
  const t = useT();
  const { queryClient } = useAppContext();
  const form = useShopForm<NameValues>(schema, { fname: '', lname: '' });
  const [problem, setProblem] = useState<string | null>(null);

  const save = async (name: NameValues) => {
    setProblem(null);
    try {
      const { fname, lname, email, phone } = await saveName({ ...user, ...name });
      const named: User = { fname, lname, email, phone };
      queryClient.setQueryData(sessionQuery.queryKey, named);
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(save)} className="mx-auto grid max-w-115 gap-3.5 py-8">
      <div>
        <h2 className="text-xl">{t('checkout.nameTitle')}</h2>
        <p className="text-sm text-text-3">{t('checkout.nameText')}</p>
      </div>
      {problem && <InlineAlert kind="err" title={problem} />}
      <TextField
        {...form.register('fname')}
        label={t('person.fname')}
        error={form.errorOf('fname')}
        autoComplete="given-name"
        maxLength={80}
      />
      <TextField
        {...form.register('lname')}
        label={t('person.lname')}
        error={form.errorOf('lname')}
        autoComplete="family-name"
        maxLength={80}
      />
      <Button type="submit" size="l" isLoading={form.formState.isSubmitting} className="w-full">
        {t('checkout.nameSave')}
      </Button>
    </form>
  );
}
