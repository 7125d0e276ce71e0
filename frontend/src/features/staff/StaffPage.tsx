import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert, UserRound } from 'lucide-react';
import { currentReturnPath } from '@/domain/session/return-path';
import { useSession } from '@/domain/session/session';
import { ApiError } from '@/shared/api/client';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { buttonStyle } from '@/shared/ui/button-style';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { Inbox } from './Inbox';
import { staffCheckQuery } from './staff-queries';

/** Staff inbox; other users see that access is refused. */
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
