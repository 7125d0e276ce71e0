import type { Collection } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { bothNames } from '@/shared/i18n/second-name';
import { titleKey } from './selections';

/** What a collection is called here; nothing while it is not known. */
export function useCollectionTitle(): (collection: Collection | undefined) => string {
  const t = useT();
  return (collection) => {
    const key = collection && titleKey(collection.name);
    if (key) return t(key);
    return collection ? bothNames(collection.title.la, collection.title.en) : '';
  };
}
