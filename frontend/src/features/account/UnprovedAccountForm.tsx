import { useState } from 'react';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { PasswordField } from '@/shared/forms/PasswordField';
import { problemText } from '@/shared/forms/problem-text';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import type { UnprovedAccount } from './account-api';
import { type UnprovedValues, unprovedSchema } from './account-schemas';
import { HelpLinks } from './HelpLinks';

type UnprovedAccountFormProps = {
  recipient: string;
  /** Signs in. Rejects with the server's error. */
  onChoose: (account: UnprovedAccount) => Promise<void>;
};

/**
 * Asks, after a right code, whether the account that was registered with the number or address is the customer's: its password opens it,
 * otherwise a new account begins.
 */
export function UnprovedAccountForm({ recipient, onChoose }: UnprovedAccountFormProps) {
  const t = useT();
  const form = useShopForm<UnprovedValues>(unprovedSchema, { account_password: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);

  const choose = async (account: UnprovedAccount) => {
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
      <InlineAlert kind="info" title={t('login.unproved', { recipient })} />
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
        {t('login.unprovedOpen')}
      </Button>
      <Button kind="outline" isLoading={isStarting} onClick={() => void startNew()}>
        {t('login.unprovedNew')}
      </Button>
    </form>
  );
}
