import { usePageTitle } from '@/shared/head/page-title';

/** Sets the document title of a back-office page, and excludes it from search engines. */
export function useOfficeTitle(title: string): void {
  usePageTitle(title, { isHidden: true });
}
