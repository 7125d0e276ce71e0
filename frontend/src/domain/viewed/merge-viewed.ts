import type { QueryClient } from '@tanstack/react-query';
import { isRefused } from '@/domain/session/is-refused';
import { readStoredViewed, storeViewed } from './stored-viewed-products';
import { addToAccount } from './viewed-products';

/**
 * Adds the visitor's viewed products to the account after the login. Products that the server refuses are dropped. Rejects
 * without a response: they stay.
 */
export async function mergeViewed(client: QueryClient): Promise<void> {
  const ids = readStoredViewed();
  if (ids.length === 0) return;
  try {
    await addToAccount(client, ids);
  } catch (error) {
    if (!isRefused(error)) throw error;
  }
  storeViewed(readStoredViewed().filter((id) => !ids.includes(id)));
}
