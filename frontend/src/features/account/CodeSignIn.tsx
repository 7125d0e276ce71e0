import { useEffect, useEffectEvent, useState } from 'react';
import { signIn } from '@/domain/session/sign-in';
import { ApiError } from '@/shared/api/client';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { problemText } from '@/shared/forms/problem-text';
import { fieldErrorsOf } from '@/shared/forms/server-errors';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { useAppContext } from '@/shared/hooks/use-app-context';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { signInByCode, type UnverifiedAccount } from './account-api';
import { type CodeValues, codeSchema } from './account-schemas';
import { CodeField } from './CodeField';
import { HelpLinks } from './HelpLinks';
import { RecipientForm } from './RecipientForm';
import { clearSentCode } from './sent-code';
import { UnverifiedAccountForm } from './UnverifiedAccountForm';
import { useCodeRequest } from './use-code-request';
import { useSmsCode } from './use-sms-code';

type CodeSignInProps = {
  /** Phone number or e-mail address that the customer has already entered. */
  identifier?: string;
  /** Called when the customer is signed in and the visitor's data is merged. */
  onSignedIn: () => void;
  /** Called when the sign-in request begins and ends. */
  onBusy?: (isBusy: boolean) => void;
};

/** Sign-in by one-time code: phone number or e-mail address, then the code. A new number or address gets an account. */
export function CodeSignIn({ identifier: entered = '', onSignedIn, onBusy }: CodeSignInProps) {
  const request = useCodeRequest('sign_in');
  const shop = useAppContext();
  const [identifier, setIdentifier] = useState(request.sent?.identifier ?? entered);
  /** The code of a number or address whose account is unconfirmed. */
  const [unverified, setUnverified] = useState<string | null>(null);
  /** Error of a code that ended before the customer said whose account it is. */
  const [ended, setEnded] = useState<unknown>(null);

  /** Rejects with the server's error, unless it leads to another step: whose account it is, or another code. */
  const verify = async (code: string, account?: UnverifiedAccount) => {
    onBusy?.(true);
    try {
      const customer = await signInByCode({ identifier, code, ...account });
      const { fname, lname, email, phone } = customer;
      clearSentCode();
      await signIn(shop, { fname, lname, email, phone });
      onSignedIn();
    } catch (error) {
      const isUnverified = error instanceof ApiError && error.reason === 'unverified_account';
      // Each password is a try of the code, which then has none left or has expired.
      const hasEnded = account && fieldErrorsOf(error).some(({ field }) => field === 'code');
      if (!isUnverified && !hasEnded) throw error;
      setUnverified(isUnverified ? code : null);
      setEnded(isUnverified ? null : error);
    } finally {
      onBusy?.(false);
    }
  };

  if (request.sent && unverified) {
    const { recipient } = request.sent;
    return <UnverifiedAccountForm {...{ recipient }} onChoose={(own) => verify(unverified, own)} />;
  }
  if (!request.sent) {
    const send = async (recipient: string) => {
      setIdentifier(recipient);
      await request.send(recipient);
    };
    return <RecipientForm identifier={identifier} onSend={send} />;
  }
  return <CodeForm {...{ identifier, request, ended }} onCode={verify} />;
}

type CodeFormProps = {
  identifier: string;
  request: ReturnType<typeof useCodeRequest>;
  /** Error of the code that was entered before; null without one. */
  ended: unknown;
  onCode: (code: string) => Promise<void>;
};

function CodeForm({ identifier, request, ended, onCode }: CodeFormProps) {
  const t = useT();
  const form = useShopForm<CodeValues>(codeSchema, { code: '' });
  const [problem, setProblem] = useState<string | null>(null);
  const { setFocus } = form;
  const showEnded = useEffectEvent(() => void form.setServerErrors(ended));
  useEffect(() => {
    setFocus('code');
    showEnded();
  }, [setFocus]);

  const verify = async ({ code }: CodeValues) => {
    setProblem(null);
    try {
      await onCode(code);
    } catch (error) {
      if (!form.setServerErrors(error)) setProblem(problemText(error, t));
    }
  };

  const resend = async () => {
    setProblem(null);
    try {
      await request.send(identifier);
      form.reset({ code: '' });
      form.setFocus('code');
    } catch (error) {
      setProblem(problemText(error, t));
    }
  };

  useSmsCode(request.sent, (code) => {
    form.setValue('code', code);
    void form.submit(verify)();
  });

  return (
    <form noValidate onSubmit={form.submit(verify)} className="grid gap-3.5">
      {problem && (
        <InlineAlert kind="err" title={problem}>
          <HelpLinks />
        </InlineAlert>
      )}
      <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
      <CodeField
        field={form.register('code')}
        error={form.errorOf('code')}
        sent={request.sent}
        waitS={request.waitS}
        isSending={request.isSending}
        onResend={() => void resend()}
      />
      <Button type="submit" size="l" isLoading={form.formState.isSubmitting} className="w-full">
        {t('login.verify')}
      </Button>
      <Button kind="ghost" onClick={request.reset}>
        {t('login.otherIdentifier')}
      </Button>
    </form>
  );
}
