import type { QueryClient } from '@tanstack/react-query';
import { categoriesQuery } from '@/shared/api/site-queries';
import { groupsQuery } from '../catalog-queries';

/** Prefetches what a wide screen shows first: the groups of the first category. */
export async function prefetchFirstGroups(queryClient: QueryClient): Promise<void> {
  const categories = await queryClient.ensureQueryData(categoriesQuery).catch(() => undefined);
  const first = categories?.data[0];
  if (first) await queryClient.prefetchQuery(groupsQuery(first.cat_id));
}
