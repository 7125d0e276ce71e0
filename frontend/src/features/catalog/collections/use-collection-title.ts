import type { Collection } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { titleKey } from './selections';

/** Returns the title of a collection in the page's language; empty until it has loaded. */
export function useCollectionTitle(): (collection: Collection | undefined) => string {
  const t = useT();
  return (collection) => {
    const key = collection && titleKey(collection.name);
    if (key) return t(key);
    return collection ? bothNames(collection.title.la, collection.title.en) : '';
  };
}
