import { authFetch } from '@/shared/api/auth';
import { clearApiToken } from '@/shared/api/token';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { errorText } from '@/shared/i18n/error-text';
import { broadcastToTabs } from '@/shared/storage/tab-broadcast';
import { toast } from '@/shared/ui/toast';
import { clearMerge } from './merge-visitor';
import { clearPendingAction } from './pending-action';
import { sessionQuery } from './session';
import { publishSessionEvent } from './session-events';

/**
 * Ends the session, or all sessions of the customer, and clears what this browser stored of the customer. Resolves with
 * whether it succeeded.
 */
export async function signOut(context: AppContext, { everywhere = false } = {}): Promise<boolean> {
  const { t } = context;
  try {
    await publishSessionEvent('signingOut', context);
    // The audit record is not the customer's concern: sign-out succeeds without it.
    const entry = { log_type: 'logout', log_value: location.pathname };
    await authFetch('/api/auth/log', { method: 'POST', body: entry }).catch(() => {});
    await authFetch(`/api/auth/logout${everywhere ? '?all=1' : ''}`, { method: 'POST' });
  } catch (error) {
    toast.error(t('session.logoutFailed'), { detail: errorText(t, error) });
    return false;
  }
  await clearLocalSession(context);
  toast.success(t('session.loggedOut'));
  return true;
}

/**
 * Clears the data that this browser has stored of a customer whose session has ended. Never
 * rejects.
 */
export async function clearLocalSession(context: AppContext): Promise<void> {
  context.queryClient.setQueryData(sessionQuery.queryKey, null);
  // The session has ended, whether or not the code of the subscribers can be loaded.
  await publishSessionEvent('sessionEnded', context).catch(() => {});
  await publishSessionEvent('signedOut', context).catch(() => {});
  clearPendingAction();
  clearMerge();
  clearApiToken();
  broadcastToTabs('session');
}
