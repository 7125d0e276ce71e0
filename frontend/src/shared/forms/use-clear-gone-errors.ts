import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';

/** Removes the error of a field that is no longer shown, including an error of the server. */
export function useClearGoneErrors<Values extends FieldValues>(
  { clearErrors }: Pick<UseFormReturn<Values>, 'clearErrors'>,
  name: FieldPath<Values>,
): void {
  useEffect(() => () => clearErrors(name), [clearErrors, name]);
}
