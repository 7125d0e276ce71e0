import { useState } from 'react';
import { problemText } from '@/shared/forms/problem-text';
import { TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { type CodeValues, codeSchema } from './second-factor-schemas';

type CodeFormProps = {
  label: string;
  hint?: string;
  submitText: string;
  /** Sends the code. A wrong code shows an error at the field. */
  onSubmit: (code: string) => Promise<void>;
};

/** Form for one code of the authenticator app. */
export function CodeForm({ label, hint, submitText, onSubmit }: CodeFormProps) {
  const t = useT();
  const form = useShopForm<CodeValues>(codeSchema, { code: '' });
  const [problem, setProblem] = useState<string | null>(null);

  const send = async ({ code }: CodeValues) => {
    setProblem(null);
    try {
      await onSubmit(code);
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  return (
    <form noValidate onSubmit={form.submit(send)} className="grid gap-3.5">
      {problem && <InlineAlert kind="err" title={problem} />}
      <TextField
        {...form.register('code')}
        label={label}
        hint={hint}
        error={form.errorOf('code')}
        inputMode="text"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={100}
      />
      <Button type="submit" isLoading={form.formState.isSubmitting} className="justify-self-start">
        {submitText}
      </Button>
    </form>
  );
}
