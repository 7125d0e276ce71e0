import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hasCustomerCookie } from '@/domain/session/session';
import { markSubmitted } from './search-analytics';
import { searchText } from './search-text';

/**
 * Returns a function that opens the results of a text and adds it to the history. The header's address has the text
 * as `search`, the address of the mobile panel has it as `q`. With `asIs`, the address has the text exactly as
 * typed; history and statistics normalize its spaces.
 */
export function useSubmitSearch(
  name: 'search' | 'q' = 'search',
): (typed: string, options?: { asIs?: boolean }) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (typed, { asIs = false } = {}) => {
    const text = searchText(typed);
    if (!text) return;
    if (!hasCustomerCookie()) markSubmitted(text);
    void import('./search-history').then(({ addToHistory }) => addToHistory(client, text));
    void navigate({ to: '/shop', search: { [name]: asIs ? typed : text } });
  };
}
