import { usePageTitle } from '@/shared/head/page-title';

/** Names a page of the back office in the browser; search engines do not list it. */
export function useOfficeTitle(title: string): void {
  usePageTitle(title, { isHidden: true });
}
