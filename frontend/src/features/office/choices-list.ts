import type { UseQueryResult } from '@tanstack/react-query';

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
