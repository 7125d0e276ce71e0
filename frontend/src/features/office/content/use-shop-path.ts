import { useLanguage } from '@/shared/i18n/language-context';
import type { ContentKind } from './content-api';

/** Paths of content pages that differ from their slug. */
const ADDRESSES: Record<string, string> = {
  news: '/blogs/news',
};

/** Path of the page on which shoppers see an item. */
export function useShopPath(kind: ContentKind, itemId = ''): string {
  const { code } = useLanguage();
  return `/${code}${shopPath(kind, itemId)}`;
}

function shopPath(kind: ContentKind, itemId: string): string {
  switch (kind) {
    case 'promotion':
      return '/promotion';
    case 'page':
      return ADDRESSES[itemId] ?? (itemId.startsWith('news/') ? `/blogs/${itemId}` : `/${itemId}`);
    case 'branch':
      return '/contact';
    case 'categories':
      return '/shop';
    default:
      return '/';
  }
}
