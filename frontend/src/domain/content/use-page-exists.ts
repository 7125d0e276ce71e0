import { useQuery } from '@tanstack/react-query';
import { pagesQuery } from '@/shared/api/site-queries';

/** Paths that always exist, because they are not content pages. */
const BUILT_IN = new Set(['/shop', '/collections', '/promotion', '/sitemap']);

/**
 * Returns a function that says whether the shop has a page at a path, so that links to missing pages are hidden. It
 * returns true until the list of pages has loaded.
 */
export function usePageExists(): (path: string) => boolean {
  const slugs = useQuery(pagesQuery).data?.data;
  return (path) => {
    const slug = path === '/blogs/news' ? 'news' : path.slice(1);
    return !slugs || BUILT_IN.has(path) || slugs.includes(slug);
  };
}
