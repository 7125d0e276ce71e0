import type { UseQueryResult } from '@tanstack/react-query';
import type { Translate } from '@/shared/i18n/load-messages';

/** Load state of the choices of a field or filter that come from the server. */
export type ChoicesList = {
  state: 'loading' | 'failed' | 'loaded';
  error: Error | null;
  /** Fetches what has failed again. */
  retry: () => Promise<unknown>;
};

type ChoicesQuery = Pick<UseQueryResult<unknown, Error>, 'data' | 'error' | 'refetch'>;

/** Load state of choices that need all of these queries. Choices that are known stay loaded when a later fetch fails. */
export function choicesList(...queries: ChoicesQuery[]): ChoicesList {
  const missing = queries.filter(({ data }) => data === undefined);
  const failed = missing.filter(({ error }) => error !== null);
  return {
    state: failed.length > 0 ? 'failed' : missing.length > 0 ? 'loading' : 'loaded',
    error: failed[0]?.error ?? null,
    retry: () => Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

/** Text of an entry that is not among the known ones: that they load, or its number. */
export const unlistedText = (t: Translate, list: ChoicesList, id: number | string): string =>
  list.state === 'loading' ? t('state.loading') : t('office.choices.number', { id: String(id) });

/** Choices with the chosen one, also if it is not among them, so that a filter that is on does not read as off. */
export function withChosen<Choice extends { value: string }>(
  choices: Choice[],
  chosen: number | string | undefined,
  choiceOf: (value: string) => Choice,
): Choice[] {
  const value = String(chosen ?? '');
  if (value === '' || choices.some((choice) => choice.value === value)) return choices;
  return [...choices, choiceOf(value)];
}
