import type { QueryClient } from '@tanstack/react-query';
import { isRefused } from '@/domain/session/is-refused';
import { customerHistoryQuery, record } from './search-history';
import { readStoredHistory, storeHistory } from './stored-search-history';

/**
 * Adds the visitor's searches to the account's history after the login, oldest first so that the order is kept. Searches that
 * the server refuses are dropped. Rejects if one gets no response: it and the later ones stay.
 */
export async function mergeHistory(client: QueryClient): Promise<void> {
  const texts = readStoredHistory();
  if (texts.length === 0) return;
  for (const text of texts.toReversed()) {
    try {
      await record(text);
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
    storeHistory(readStoredHistory().filter((one) => one !== text));
  }
  await client.invalidateQueries(customerHistoryQuery);
}
