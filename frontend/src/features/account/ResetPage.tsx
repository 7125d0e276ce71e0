import { useLocation, useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { useSession } from '@/domain/session/session';
import { clearLocalSession } from '@/domain/session/sign-out';
import { ApiError } from '@/shared/api/client';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { PasswordField } from '@/shared/forms/PasswordField';
import { pressedKey } from '@/shared/forms/pressed-key';
import { problemText } from '@/shared/forms/problem-text';
import { TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { usePageTitle } from '@/shared/head/page-title';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { AccountFrame } from './AccountFrame';
import { resetPassword } from './account-api';
import { type ResetValues, resetSchema } from './account-schemas';
import { CodeField } from './CodeField';
import { HelpLinks } from './HelpLinks';
import { UnverifiedReset } from './UnverifiedReset';
import { useCodeChannels } from './use-code-channels';
import { useCodeRequest } from './use-code-request';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Number or address of the customer who sets a password in the profile. It stays out of the address. */
    identifier?: string;
  }
}

/** Page that sets a new password with a code, and then leads to the login. */
export function ResetPage() {
  const t = useT();
  const navigate = useNavigate();
  const shop = useAppContext();
  const { isCustomer } = useSession();
  const identifier = useLocation({ select: ({ state }) => state.identifier ?? '' });
  const form = useShopForm<ResetValues>(resetSchema, { identifier, code: '', password: '' });
  const [problem, setProblem] = useState<string | null>(null);
  /** Number or address of an account that no code has confirmed. */
  const [unverified, setUnverified] = useState<string | null>(null);
  const channels = useCodeChannels();
  const isByCode = channels.any || channels.isPending;
  const request = useCodeRequest('reset');
  usePageTitle(t(unverified === null ? 'account.newPassword' : 'login.unverifiedTitle'));

  const send = async (values: ResetValues) => {
    setProblem(null);
    try {
      await resetPassword(values);
      // The new password ends every session of the account, this one included.
      if (isCustomer) await clearLocalSession(shop);
      toast.success(t('login.resetDone'));
      await navigate({ to: '/account/login', search: {}, replace: true });
    } catch (error) {
      if (error instanceof ApiError && error.reason === 'unverified') {
        return setUnverified(values.identifier);
      }
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  const sendCode = async () => {
    setProblem(null);
    if (!(await form.trigger('identifier'))) return form.setFocus('identifier');
    try {
      await request.send(form.getValues('identifier'));
      form.setFocus('code');
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  const sendOnEnter = (event: KeyboardEvent) => {
    if (!isByCode || pressedKey(event) !== 'Enter') return;
    event.preventDefault();
    if (request.waitS > 0) form.setFocus('code');
    else if (!request.isSending) void sendCode();
  };

  if (unverified !== null) return <UnverifiedReset identifier={unverified} />;

  return (
    <AccountFrame
      title={t('account.newPassword')}
      text={t(isByCode ? 'login.resetByCode' : 'login.resetText')}
    >
      <HelpLinks />
      <form noValidate onSubmit={form.submit(send)} className="mt-3 grid gap-3.5">
        {problem && <InlineAlert kind="err" title={problem} />}
        <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
        <TextField
          {...form.register('identifier')}
          onKeyDown={sendOnEnter}
          label={t('login.identifier')}
          error={form.errorOf('identifier')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          maxLength={254}
        />
        {isByCode ? (
          <CodeField
            field={form.register('code')}
            error={form.errorOf('code')}
            sent={request.sent}
            waitS={request.waitS}
            isSending={request.isSending}
            onResend={() => void sendCode()}
          />
        ) : (
          <TextField
            {...form.register('code')}
            label={t('login.code')}
            error={form.errorOf('code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            dir="ltr"
            maxLength={20}
          />
        )}
        <PasswordField
          {...form.register('password')}
          label={t('account.newPassword')}
          error={form.errorOf('password')}
          hint={t('field.password')}
          autoComplete="new-password"
          maxLength={128}
        />
        <Button type="submit" size="l" isLoading={form.formState.isSubmitting} className="w-full">
          {t('account.changePassword')}
        </Button>
      </form>
    </AccountFrame>
  );
}
