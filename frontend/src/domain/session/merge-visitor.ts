import type { AppContext } from '@/shared/hooks/use-app-context';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { customerNumber } from './customer-number';
import { publishSessionEvent } from './session-events';

/** Number of the customer who has signed in and into whose account the visitor's state has yet to be merged. */
const STORAGE_KEY = 'heuan_merge';

let isMerging = false;

/**
 * Merges the visitor's state into the account of the customer who has signed in. Never rejects, because the customer is signed in
 * whether or not the code for it can be loaded: what fails is tried again when a page loads.
 */
export async function mergeVisitor(context: AppContext): Promise<void> {
  writeLocal(STORAGE_KEY, customerNumber());
  isMerging = true;
  try {
    await publishSessionEvent('signedIn', context);
    clearMerge();
  } catch {
    // The stored number remains.
  } finally {
    isMerging = false;
  }
}

/** Merges what an earlier page could not merge for this customer. */
export async function resumeMerge(context: AppContext): Promise<void> {
  const cusId = customerNumber();
  if (isMerging || cusId === 0 || readLocal(STORAGE_KEY) !== cusId) return;
  await mergeVisitor(context);
}

export const clearMerge = () => removeLocal(STORAGE_KEY);
