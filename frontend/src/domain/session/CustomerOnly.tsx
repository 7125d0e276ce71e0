import { Navigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ErrorState } from '@/shared/ui/PageStates';
import { currentReturnPath } from './return-path';
import { useSession } from './session';

type CustomerOnlyProps = {
  /** Shown until the session request has finished. */
  pending: ReactNode;
  children: ReactNode;
};

/** Renders its children for customers only. Visitors are redirected to the login, and back afterwards. */
export function CustomerOnly({ pending, children }: CustomerOnlyProps) {
  const { status, error, retry } = useSession();
  const isLeaving = useRouterState({
    select: ({ location, resolvedLocation }) => location.href !== resolvedLocation?.href,
  });
  if (status === 'customer') return children;
  if (status === 'pending') return pending;
  if (status === 'failed') return <ErrorState error={error} onRetry={retry} />;
  // A customer who logs out is already being redirected.
  if (isLeaving) return pending;
  return (
    <>
      {pending}
      <Navigate to="/account/login" search={{ redirect: currentReturnPath() }} replace />
    </>
  );
}
