import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { sessionQuery, useSession } from '@/domain/session/session';
import { staffMeQuery } from '@/domain/staff/staff-check';
import { useT } from '@/shared/i18n/language-context';
import { ErrorState } from '@/shared/ui/PageStates';
import { FactorFrame } from '../second-factor/FactorFrame';
import { SetUpFactor } from '../second-factor/SetUpFactor';
import { TemporaryPassword } from '../second-factor/TemporaryPassword';
import { VerifyFactor } from '../second-factor/VerifyFactor';
import { isHidden, StaffContext } from '../staff-access';
import { NotForYou, Refused } from './NotForYou';
import { OfficeFrame } from './OfficeFrame';

/**
 * Layout route of the back office. Accounts without a role see at its entrance that access is refused; every other address of it
 * does not exist for them.
 */
export function OfficeLayout() {
  const t = useT();
  const client = useQueryClient();
  const { status, isCustomer, error, retry } = useSession();
  const me = useQuery({
    ...staffMeQuery,
    enabled: isCustomer,
    refetchOnWindowFocus: true,
    // The header of the shop remounts the page of a customer, whose role is known by then.
    retryOnMount: (query) => !isHidden(query.state.error),
  });
  const isRefused = isHidden(me.error);
  // The server responds with 404 also if the session has expired, so the session is checked as well.
  useEffect(() => {
    if (isRefused) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [client, isRefused]);

  if (status === 'visitor') return <NotForYou isVisitor />;
  if (status === 'failed') return <ErrorState error={error} onRetry={retry} />;
  if (isRefused) return <Refused />;
  if (me.data?.data.has_temporary_password) return <TemporaryPassword />;
  if (me.data?.data.second_factor === 'pending') return <VerifyFactor />;
  if (me.data?.data.second_factor === 'missing') {
    return (
      <FactorFrame title={t('office.factor.title')} text={t('office.factor.requiredText')}>
        <SetUpFactor />
      </FactorFrame>
    );
  }
  if (me.data) {
    return (
      <StaffContext value={me.data.data}>
        <OfficeFrame areas={me.data.data.areas}>
          <Outlet />
        </OfficeFrame>
      </StaffContext>
    );
  }
  if (!me.error) {
    return <p role="status" aria-label={t('state.loading')} className="min-h-dvh" />;
  }
  return <ErrorState error={me.error} onRetry={() => void me.refetch()} />;
}
