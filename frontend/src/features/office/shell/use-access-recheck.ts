import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { CONVERSATIONS, STAFF_ME } from '@/domain/staff/staff-check';
import { ApiError } from '@/shared/api/client';
import { recheckAccess } from '../staff-access';
import { STAFF } from '../staff-orders-api';

/** Checks session and role again when the shop refuses a list or hides it (403, 404), because the session may have ended or the role changed. */
export function useAccessRecheck(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      client.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const path = String(event.query.queryKey[0]);
        const error: unknown = event.action.error;
        const isRefused = error instanceof ApiError && [403, 404].includes(error.status);
        const isOfStaff = path.startsWith(STAFF) || path.startsWith(CONVERSATIONS);
        if (isRefused && isOfStaff && path !== STAFF_ME) recheckAccess(client);
      }),
    [client],
  );
}
