import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { localReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { PasswordField } from '@/shared/forms/PasswordField';
import { TextField } from '@/shared/forms/TextField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { AccountFrame } from './AccountFrame';
import { login } from './account-api';
import { type LoginValues, loginSchema } from './account-schemas';
import { CodeSignIn } from './CodeSignIn';
import { HelpLinks } from './HelpLinks';
import { ReplaceLocation } from './ReplaceLocation';
import { useCodeChannels } from './use-code-channels';
import { useSignIn } from './use-sign-in';

const route = getRouteApi('/account/login');
const linkStyle = 'inline-flex min-h-(--tap) items-center font-semibold text-link';

export function LoginPage() {
  const t = useT();
  const { redirect } = route.useSearch();
  const { isCustomer } = useSession();
  const form = useShopForm<LoginValues>(loginSchema, { identifier: '', password: '' });
  const { send, problem, isBlocked } = useSignIn(redirect, form.setServerErrors);
  const { isSubmitting } = form.formState;
  const target = localReturnPath(redirect);
  const channels = useCodeChannels();
  const [isByCode, setIsByCode] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const navigate = useNavigate();
  usePageTitle(t('session.login'));

  // A signed-in customer is redirected; after a login, the form itself navigates.
  if (isCustomer && !isSubmitting && !isBusy) return <ReplaceLocation path={target} />;

  return (
    <AccountFrame
      title={t('session.login')}
      text={t(target.startsWith('/checkout') ? 'login.toPay' : 'login.text')}
    >
      {isByCode ? (
        <div className="grid gap-3.5">
          <CodeSignIn
            onBusy={setIsBusy}
            onSignedIn={() => void navigate({ href: target, replace: true })}
          />
          <Button kind="ghost" onClick={() => setIsByCode(false)}>
            {t('login.byPassword')}
          </Button>
        </div>
      ) : (
        <form
          noValidate
          onSubmit={form.submit((values) => send(() => login(values)))}
          className="grid gap-3.5"
        >
          {problem && (
            <InlineAlert kind="err" title={problem}>
              {isBlocked && <HelpLinks />}
            </InlineAlert>
          )}
          <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
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
          <PasswordField
            {...form.register('password')}
            label={t('login.password')}
            error={form.errorOf('password')}
            autoComplete="current-password"
            maxLength={128}
          />
          <p className="text-end text-sm">
            <Link to="/account/reset" className={linkStyle}>
              {t('login.forgot')}
            </Link>
          </p>
          <Button type="submit" size="l" isLoading={isSubmitting} className="w-full">
            {t('session.login')}
          </Button>
          {(channels.any || channels.isPending) && (
            <Button kind="outline" onClick={() => setIsByCode(true)}>
              {t('login.byCode')}
            </Button>
          )}
          <p className="text-center text-sm text-text-3">
            {t('login.noAccount')}{' '}
            <Link to="/account/register" search={{ redirect }} className={linkStyle}>
              {t('session.register')}
            </Link>
          </p>
        </form>
      )}
    </AccountFrame>
  );
}
