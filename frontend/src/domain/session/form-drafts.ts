import { readSession, removeSession, writeSession } from '@/shared/storage/session-storage';
import { customerNumber } from './customer-number';

/** Session storage key of the drafts that a customer has typed into forms of the account, by form. */
const STORAGE_KEY = 'heuan_form_drafts';
type FormValues = Record<string, unknown>;
type Drafts = { customer: number; values: Record<string, FormValues> };

/** Drafts of the customer; none of another one. */
function draftsOf(customer: number): Record<string, FormValues> {
  const drafts = readSession<Drafts>(STORAGE_KEY);
  const isOwn = drafts?.customer === customer && typeof drafts.values === 'object';
  return isOwn ? drafts.values : {};
}

/** Values that the customer has typed into a form and neither saved nor canceled; null without such a text. */
export const readFormDraft = (form: string, customer = customerNumber()): FormValues | null =>
  draftsOf(customer)[form] ?? null;

/** Names of the forms with a draft. */
export const draftedForms = (customer = customerNumber()): string[] =>
  Object.keys(draftsOf(customer));

export function writeFormDraft(form: string, customer: number, values: FormValues): void {
  const drafts = { customer, values: { ...draftsOf(customer), [form]: values } };
  writeSession(STORAGE_KEY, drafts satisfies Drafts);
}

/** Removes the draft of a form that was saved or canceled. */
export function clearFormDraft(form: string, customer: number): void {
  const { [form]: _removed, ...values } = draftsOf(customer);
  if (Object.keys(values).length === 0) clearFormDrafts();
  else writeSession(STORAGE_KEY, { customer, values } satisfies Drafts);
}

/** Removes all drafts, at a sign-out. */
export const clearFormDrafts = (): void => removeSession(STORAGE_KEY);

/** Removes the drafts of another customer than `customer`. */
export function clearFormDraftsOfOthers(customer: number): void {
  const drafts = readSession<Partial<Drafts>>(STORAGE_KEY);
  if (drafts && drafts.customer !== customer) clearFormDrafts();
}
