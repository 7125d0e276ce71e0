import type { AppContext } from '@/shared/hooks/use-app-context';
import { broadcastToTabs } from '@/shared/storage/tab-broadcast';
import { mergeVisitor } from './merge-visitor';
import { sessionQuery, type User } from './session';

/**
 * Makes the customer in a login or registration response the customer of this page. Resolves once the visitor's
 * state has been merged: the pending item is in the cart, and the visitor's wishlist is part of the account's. Never
 * rejects.
 */
export async function signIn(context: AppContext, user: User): Promise<void> {
  context.queryClient.setQueryData(sessionQuery.queryKey, user);
  broadcastToTabs('session');
  await mergeVisitor(context);
}
