import { usePageTitle } from '@/shared/head/page-title';
import { useArrivals } from '../orders/order-arrivals';

/**
 * Sets the document title of a back-office page with the number of orders that arrived while the tab was hidden, and
 * excludes it from search engines.
 */
export function useOfficeTitle(title: string): void {
  const { unseen } = useArrivals();
  usePageTitle(unseen > 0 ? `(${unseen}) ${title}` : title, { isHidden: true });
}
