import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { hasCustomerCookie } from '@/domain/session/session';
import { markSubmitted } from './search-analytics';
import { searchText } from './search-text';

/**
 * Goes to the results of a text and remembers it. The header's results stand under `search`, the mobile panel's under
 * `q`.
 */
export function useSubmitSearch(name: 'search' | 'q' = 'search'): (typed: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (typed) => {
    const text = searchText(typed);
    if (!text) return;
    if (!hasCustomerCookie()) markSubmitted(text);
    void import('./search-history').then(({ addToHistory }) => addToHistory(client, text));
    void navigate({ to: '/shop', search: { [name]: text } });
  };
}
