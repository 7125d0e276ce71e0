import { useEffect, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { customerNumber } from './customer-number';
import { clearFormDraft, readFormDraft, writeFormDraft } from './form-drafts';

/**
 * Draft of a form for customers, which the end of the session unmounts: the fields in `kept` are stored in this tab
 * for the same customer until the form is saved or canceled. Passwords and codes are never stored.
 */
export function useFormDraft<Values extends FieldValues>(
  name: string,
  initial: Values,
  kept: (keyof Values & string)[],
) {
  const [customer] = useState(() => customerNumber());
  const [values] = useState<Values>(() => {
    const draft = readFormDraft(name, customer) ?? {};
    const fields = kept.filter((field) => typeof draft[field] === typeof initial[field]);
    return { ...initial, ...Object.fromEntries(fields.map((field) => [field, draft[field]])) };
  });
  return {
    /** Initial values, taken from the draft if there is one. */
    values,
    store: (typed: Values) =>
      writeFormDraft(
        name,
        customer,
        Object.fromEntries(kept.map((field) => [field, typed[field]])),
      ),
    clear: () => clearFormDraft(name, customer),
  };
}

/** Stores the draft whenever a value of the form changes. */
export function useStoredDraft<Values extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Values>, 'subscribe'>,
  { store }: { store: (typed: Values) => void },
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: `store` changes with every render and does the same
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => store(values) }),
    [subscribe],
  );
}
