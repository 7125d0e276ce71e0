import { useState } from 'react';
import { problemText } from '@/shared/forms/problem-text';
import { TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { type IdentifierValues, identifierSchema } from './account-schemas';

type RecipientFormProps = { identifier: string; onSend: (recipient: string) => Promise<void> };

/** The first step of sign-in by code: the phone number or e-mail address that gets the code. */
export function RecipientForm({ identifier, onSend }: RecipientFormProps) {
  const t = useT();
  const form = useShopForm<IdentifierValues>(identifierSchema, { identifier });
  const [problem, setProblem] = useState<string | null>(null);

  const send = async (values: IdentifierValues) => {
    setProblem(null);
    try {
      await onSend(values.identifier);
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(send)} className="grid gap-3.5">
      {problem && <InlineAlert kind="err" title={problem} />}
      <TextField
        {...form.register('identifier')}
        label={t('login.identifier')}
        error={form.errorOf('identifier')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={254}
      />
      <Button type="submit" size="l" isLoading={form.formState.isSubmitting} className="w-full">
        {t('login.sendCode')}
      </Button>
    </form>
  );
}
