import { useState } from 'react';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { PasswordField } from '@/shared/forms/PasswordField';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import type { UnverifiedAccount } from './account-api';
import { type UnverifiedValues, unverifiedSchema } from './account-schemas';
import { HelpLinks } from './HelpLinks';

type UnverifiedAccountFormProps = {
  recipient: string;
  /** Signs in. Rejects with the server's error. */
  onChoose: (account: UnverifiedAccount) => Promise<void>;
};

/**
 * Asks, after a right code, whether the account that was registered with the number or address is the customer's: its password opens it,
 * otherwise a new account begins.
 */
export function UnverifiedAccountForm({ recipient, onChoose }: UnverifiedAccountFormProps) {
  const t = useT();
  const form = useShopForm<UnverifiedValues>(unverifiedSchema, { account_password: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);

  const choose = async (account: UnverifiedAccount) => {
    setProblem(null);
    try {
      await onChoose(account);
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };
  const startNew = async () => {
    setStarting(true);
    await choose({ starts_new_account: true });
    setStarting(false);
  };

  return (
    <form noValidate onSubmit={form.submit(choose)} className="grid gap-3.5">
      <InlineAlert kind="info" title={t('login.unverifiedAccount', { recipient })} />
      {problem && (
        <InlineAlert kind="err" title={problem}>
          <HelpLinks />
        </InlineAlert>
      )}
      <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
      <PasswordField
        {...form.register('account_password')}
        label={t('login.password')}
        error={form.errorOf('account_password')}
        autoComplete="current-password"
        maxLength={128}
      />
      <Button type="submit" size="l" isLoading={form.formState.isSubmitting} className="w-full">
        {t('login.unverifiedOpen')}
      </Button>
      <Button kind="outline" isLoading={isStarting} onClick={() => void startNew()}>
        {t('login.unverifiedNew')}
      </Button>
    </form>
  );
}
