import type { AppContext } from '@/shared/hooks/use-app-context';
import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { withTabLock } from '@/shared/storage/tab-lock';
import { customerNumber } from './customer-number';
import { publishSessionEvent } from './session-events';

/**
 * Id of the signed-in customer into whose account the visitor's state has yet to be merged. Also the name of the
 * lock of the tab that merges.
 */
const STORAGE_KEY = 'heuan_merge';
/** Maximum wait for another tab that merges. */
const MAX_WAIT_MS = 10_000;

/**
 * Merges the visitor's state into the account of the customer who has signed in, unless another tab has done so.
 * Never rejects, because the customer is signed in even if the code for the merge cannot be loaded. A failed merge
 * is tried again when a page loads.
 */
export async function mergeVisitor(context: AppContext): Promise<void> {
  const cusId = customerNumber();
  writeLocal(STORAGE_KEY, cusId);
  const isStored = readLocal(STORAGE_KEY) === cusId;
  await mergeOnce(context, () => !isStored || isDue(cusId));
}

/** Completes a merge that an earlier page could not complete for this customer. */
export async function resumeMerge(context: AppContext): Promise<void> {
  const cusId = customerNumber();
  const isOpen = () => cusId !== 0 && isDue(cusId);
  if (isOpen()) await mergeOnce(context, isOpen);
}

export const clearMerge = () => removeLocal(STORAGE_KEY);

/** Whether the merge for this customer, who is still signed in, is open. */
const isDue = (cusId: number) => readLocal(STORAGE_KEY) === cusId && customerNumber() === cusId;

async function mergeOnce(context: AppContext, isOpen: () => boolean): Promise<void> {
  const merge = async () => {
    if (!isOpen()) return;
    await publishSessionEvent('signedIn', context);
    clearMerge();
  };
  // After a failure the stored number remains.
  await withTabLock(STORAGE_KEY, merge, AbortSignal.timeout(MAX_WAIT_MS)).catch(() => {});
}
