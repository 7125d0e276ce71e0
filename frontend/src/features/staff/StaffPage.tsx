import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert, UserRound } from 'lucide-react';
import { ApiError } from '@/api/client';
import { usePageTitle } from '@/head/page-title';
import { useT } from '@/language/context';
import { currentReturnPath } from '@/session/return-path';
import { useSession } from '@/session/session';
import { buttonStyle } from '@/ui/button-style';
import { EmptyState, ErrorState } from '@/ui/states';
import { Inbox } from './Inbox';
import { staffCheckQuery } from './queries';

/** The staff's inbox; everybody else is told that it is not for them. */
export function StaffPage() {
  const t = useT();
  const { status, isCustomer, error, retry } = useSession();
  const check = useQuery({ ...staffCheckQuery, enabled: isCustomer });
  usePageTitle(t('staff.inbox'), { isHidden: true });

  if (status === 'visitor') return <NotForYou isVisitor />;
  if (status === 'failed') return <ErrorState error={error} onRetry={retry} />;
  if (check.data) return <Inbox />;
  if (!check.error) {
    return <p role="status" aria-label={t('state.loading')} className="min-h-dvh" />;
  }
  if (check.error instanceof ApiError && check.error.status === 403) return <NotForYou />;
  return <ErrorState error={check.error} onRetry={() => void check.refetch()} />;
}

function NotForYou({ isVisitor = false }: { isVisitor?: boolean }) {
  const t = useT();
  return (
    <div className="wrap py-12">
      <EmptyState
        headingLevel="h1"
        icon={isVisitor ? UserRound : ShieldAlert}
        tint={isVisitor ? 'indigo' : 'clay'}
        title={t(isVisitor ? 'staff.loginTitle' : 'staff.notStaffTitle')}
        text={isVisitor ? undefined : t('staff.notStaffText')}
        actions={
          <>
            {isVisitor && (
              <Link
                to="/account/login"
                search={{ redirect: currentReturnPath() }}
                className={buttonStyle('primary')}
              >
                {t('session.login')}
              </Link>
            )}
            <Link to="/" className={buttonStyle(isVisitor ? 'outline' : 'primary')}>
              {t('nav.toHome')}
            </Link>
          </>
        }
      />
    </div>
  );
}
