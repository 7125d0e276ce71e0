import { Link, useNavigate } from '@tanstack/react-router';
import { useT } from '@/shared/i18n/language-context';
import { InlineAlert } from '@/shared/ui/Notice';
import { AccountFrame } from './AccountFrame';
import { CodeSignIn } from './CodeSignIn';
import { HelpLinks } from './HelpLinks';

/**
 * Ways on after a code for a new password of an account that no code has confirmed: log in with its password, or another code, after
 * which the customer says whether the account is theirs or a new one begins.
 */
export function UnverifiedReset({ identifier }: { identifier: string }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <AccountFrame title={t('login.unverifiedTitle')} text={t('login.unverifiedText')}>
      <HelpLinks />
      <div className="mt-3 grid gap-3.5">
        <InlineAlert kind="err" title={t('login.unverified')}>
          <Link
            to="/account/login"
            search={{}}
            className="inline-flex min-h-(--tap) items-center font-semibold text-link"
          >
            {t('session.login')}
          </Link>
        </InlineAlert>
        <h2 className="text-base">{t('login.byCode')}</h2>
        <CodeSignIn
          identifier={identifier}
          onSignedIn={() => void navigate({ to: '/account/profile', replace: true })}
        />
      </div>
    </AccountFrame>
  );
}
