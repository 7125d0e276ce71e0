import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hasCustomerCookie } from '@/domain/session/session';
import { markSubmitted } from './search-analytics';
import { searchText } from './search-text';

/**
 * Goes to the results of a text and remembers it. The header's results stand under `search`, the mobile panel's under
 * `q`. With `asIs` the address has the text as it was typed, with its spaces; history and statistics have it on one line.
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
