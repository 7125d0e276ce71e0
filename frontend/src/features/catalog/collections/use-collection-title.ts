import type { Collection } from '@/shared/api/types';
import { useLocal, useT } from '@/shared/i18n/language-context';
import { titleKey } from './selections';

/** What a collection is called here; nothing while it is not known. */
export function useCollectionTitle(): (collection: Collection | undefined) => string {
  const t = useT();
  const local = useLocal();
  return (collection) => {
    const key = collection && titleKey(collection.name);
    return key ? t(key) : local(collection?.title);
  };
}
