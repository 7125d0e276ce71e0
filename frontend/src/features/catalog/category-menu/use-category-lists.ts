import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/shared/api/site-queries';
import type { Category, Group } from '@/shared/api/types';
import { groupsQuery } from '../catalog-queries';
import { usePages } from '../paging/use-pages';
import type { Selection } from './category-menu-state';
import { groupProductsQuery } from './group-products-query';
import { findCategories, findGroups, findProducts } from './match-names';

export type CategoryLists = ReturnType<typeof useCategoryLists>;

/**
 * Lists of categories, groups and products, filtered by the search, with the open entry of each. On wide screens
 * (`opensFirst`) the first entry of a list is open until another is chosen; on phones only a chosen entry is. If only
 * products of the open group match, their category and group stay in the lists.
 */
export function useCategoryLists(chosen: Selection, query: string, opensFirst: boolean) {
  const categories = useQuery(categoriesQuery);
  const everyCategory = categories.data?.data ?? [];
  const everyGroup = useQuery({ ...groupsQuery(), enabled: query !== '' });
  const foundCategories = query
    ? findCategories(query, everyCategory, everyGroup.data?.data ?? [])
    : everyCategory;
  const category = openOf(foundCategories, everyCategory, opensFirst, isChosenCategory);

  const groups = useQuery({
    ...groupsQuery(category?.cat_id),
    enabled: category !== undefined,
  });
  const groupsOfCategory = groups.data?.data ?? [];
  const foundGroups = query ? findGroups(query, groupsOfCategory, category) : groupsOfCategory;
  const group = openOf(foundGroups, groupsOfCategory, opensFirst, isChosenGroup);

  const pages = usePages(groupProductsQuery(category?.cat_id, group?.prog_id));
  const foundProducts = query
    ? findProducts(query, pages.products, category, group)
    : pages.products;
  const isWayIn = foundProducts.length > 0;
  const isSearchingProducts =
    query !== '' && group !== undefined && !isWayIn && PENDING.has(pages.state);

  function isChosenCategory({ cat_id }: Category): boolean {
    return cat_id === chosen.category;
  }
  function isChosenGroup({ prog_id }: Group): boolean {
    return prog_id === chosen.group;
  }

  return {
    isSearching: query !== '',
    category,
    group,
    categories: {
      every: everyCategory,
      found: foundCategories.length === 0 && isWayIn && category ? [category] : foundCategories,
      isPending:
        categories.isPending ||
        (query !== '' && !foundCategories.length && (everyGroup.isPending || isSearchingProducts)),
      error: categories.error,
      retry: () => void categories.refetch(),
    },
    groups: {
      found: foundGroups.length === 0 && isWayIn && group ? [group] : foundGroups,
      isPending:
        category !== undefined &&
        (groups.isPending || (!foundGroups.length && isSearchingProducts)),
      error: groups.error,
      retry: () => void groups.refetch(),
    },
    products: { found: foundProducts, pages },
  };
}

const PENDING: ReadonlySet<string> = new Set(['waiting', 'loading', 'ready']);

/** The chosen entry; otherwise the first that was found; otherwise the entry that was open before the search. */
function openOf<T>(
  found: T[],
  every: T[],
  opensFirst: boolean,
  isChosen: (entry: T) => boolean,
): T | undefined {
  if (!opensFirst) return every.find(isChosen);
  return found.find(isChosen) ?? found[0] ?? every.find(isChosen) ?? every[0];
}
