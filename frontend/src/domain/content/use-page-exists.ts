import { useQuery } from '@tanstack/react-query';
import { pagesQuery } from '@/shared/api/site-queries';

/** These are the shop's own, whatever its merchant has written. */
const BUILT_IN = new Set(['/shop', '/collections', '/promotion', '/sitemap']);

/** Tells whether the shop has the page at a path, so that no link leads nowhere. Until that is known, it has. */
export function usePageExists(): (path: string) => boolean {
  const slugs = useQuery(pagesQuery).data?.data;
  return (path) => {
    const slug = path === '/blogs/news' ? 'news' : path.slice(1);
    return !slugs || BUILT_IN.has(path) || slugs.includes(slug);
  };
}
