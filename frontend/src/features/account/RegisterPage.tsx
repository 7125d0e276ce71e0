import { getRouteApi, Link } from '@tanstack/react-router';
import { localReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { PasswordField } from '@/shared/forms/PasswordField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { AcceptedTerms } from './AcceptedTerms';
import { AccountFrame } from './AccountFrame';
import { register } from './account-api';
import { type RegisterValues, registerSchema } from './account-schemas';
import { PersonFields } from './PersonFields';
import { ReplaceLocation } from './ReplaceLocation';
import { useSignIn } from './use-sign-in';

const route = getRouteApi('/account/register');
const EMPTY: RegisterValues = { fname: '', lname: '', phone: '', email: '', password: '' };

export function RegisterPage() {
  const t = useT();
  const { redirect } = route.useSearch();
  const { isCustomer } = useSession();
  const form = useShopForm<RegisterValues>(registerSchema, EMPTY);
  const { send, problem } = useSignIn(redirect, form.setServerErrors);
  const { isSubmitting } = form.formState;
  usePageTitle(t('session.register'));

  if (isCustomer && !isSubmitting) return <ReplaceLocation path={localReturnPath(redirect)} />;

  return (
    <AccountFrame title={t('session.register')} text={t('register.text')}>
      <form
        noValidate
        onSubmit={form.submit((values) => send(() => register(values)))}
        className="grid gap-3.5"
      >
        {problem && <InlineAlert kind="err" title={problem} />}
        <ErrorSummary errors={form.errorList} onChoose={form.goTo} />
        <PersonFields field={(name) => ({ ...form.register(name), error: form.errorOf(name) })} />
        <PasswordField
          {...form.register('password')}
          label={t('login.password')}
          error={form.errorOf('password')}
          hint={t('field.password')}
          autoComplete="new-password"
          maxLength={128}
        />
        <AcceptedTerms />
        <Button type="submit" size="l" isLoading={isSubmitting} className="w-full">
          {t('session.register')}
        </Button>
        <p className="text-center text-sm text-text-3">
          {t('register.haveAccount')}{' '}
          <Link
            to="/account/login"
            search={{ redirect }}
            className="inline-flex min-h-(--tap) items-center font-semibold text-link"
          >
            {t('session.login')}
          </Link>
        </p>
      </form>
    </AccountFrame>
  );
}
