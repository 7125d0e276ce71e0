import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { localReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { ErrorSummary } from '@/shared/forms/ErrorSummary';
import { PasswordField } from '@/shared/forms/PasswordField';
import { useShopForm } from '@/shared/forms/use-shop-form';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { InlineAlert } from '@/shared/ui/Notice';
import { toast } from '@/shared/ui/toast';
import { AcceptedTerms } from './AcceptedTerms';
import { AccountFrame } from './AccountFrame';
import { register } from './account-api';
import { type RegisterValues, registerSchema } from './account-schemas';
import { PersonFields } from './PersonFields';
import { ReplaceLocation } from './ReplaceLocation';
import { useCodeChannels } from './use-code-channels';
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
  const channels = useCodeChannels();
  const navigate = useNavigate();
  usePageTitle(t('session.register'));

  /** Registers, and offers to confirm the number or address: only a confirmed one gets a code for a new password. */
  const create = async (values: RegisterValues) => {
    const customer = await register(values);
    if ((channels.phone && customer.phone) || (channels.email && customer.email)) {
      const onClick = () => void navigate({ to: '/account/profile' });
      toast.info(t('register.confirm'), { action: { label: t('account.confirm'), onClick } });
    }
    return customer;
  };

  if (isCustomer && !isSubmitting) return <ReplaceLocation path={localReturnPath(redirect)} />;

  return (
    <AccountFrame title={t('session.register')} text={t('register.text')}>
      <form
        noValidate
        onSubmit={form.submit((values) => send(() => create(values)))}
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
