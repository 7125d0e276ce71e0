import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/shared/api/site-queries';
import { pickText } from '@/shared/i18n/pick-text';
import { type ChoicesList, choicesList, unlistedText, withChosen } from '../choices-list';
import type { Category } from '../content/categories/category-tree';
import { contentListQuery } from '../content/content-api';
import { isRoleRefusal } from '../staff-access';
import {
  type ProductFilterName,
  STOCK_FILTERS,
  type StaffProductParams,
  VISIBILITIES,
} from '../staff-product-params';
import { brandsQuery, groupsQuery } from '../staff-products-api';
import { useOffice } from '../use-office-format';
import { STOCK_TEXTS, VISIBILITY_TEXTS } from './product-labels';

export type ProductChoice = { value: string; label: string };
export type ProductFilterGroup = {
  name: ProductFilterName;
  label: string;
  choices: ProductChoice[];
  /** Load state of choices from the server. */
  list?: ChoicesList;
};

const KEPT = { staleTime: Number.POSITIVE_INFINITY };

/** Categories and groups of the shop, and the brands of its products, with their load states. */
export function useTaxonomy() {
  const { code } = useOffice();
  const shownCategories = useQuery({ ...categoriesQuery, ...KEPT });
  const shownGroups = useQuery({ ...groupsQuery, ...KEPT });
  // It has hidden ones as well.
  const content = useQuery({
    ...contentListQuery('categories'),
    ...KEPT,
    // A refused request is not repeated by each component that shows the choices.
    retryOnMount: ({ state }) => !isRoleRefusal(state.error),
  });
  const all = content.data?.data[0]?.body as { categories: Category[] } | undefined;
  const brands = useQuery({ ...brandsQuery, ...KEPT });
  // Without the right to content, a role has the ones that shoppers see.
  const hasShown = isRoleRefusal(content.error) || (content.data && !all);
  return {
    placesList: hasShown ? choicesList(shownCategories, shownGroups) : choicesList(content),
    brandsList: choicesList(brands),
    categories:
      all?.categories.map(({ cat_id, name }) => ({
        id: cat_id,
        name: pickText(name.la, name.en, code),
      })) ??
      (shownCategories.data?.data ?? []).map(({ cat_id, cat_name_la, cat_name_en }) => ({
        id: cat_id,
        name: pickText(cat_name_la, cat_name_en, code),
      })),
    groups:
      all?.categories.flatMap(({ cat_id, groups }) =>
        groups.map(({ prog_id, name }) => ({
          id: prog_id,
          categoryId: cat_id,
          name: pickText(name.la, name.en, code),
        })),
      ) ??
      (shownGroups.data?.data ?? []).map(({ prog_id, cat_id, prog_name_la, prog_name_en }) => ({
        id: prog_id,
        categoryId: cat_id,
        name: pickText(prog_name_la, prog_name_en, code),
      })),
    brands: (brands.data?.data.brands ?? []).map(({ brand }) => brand),
  };
}

/**
 * Options of each filter with their labels. A category limits the groups to its own. What the address has chosen is an
 * option also if it is not among the known ones.
 */
export function useProductOptions(params: StaffProductParams): ProductFilterGroup[] {
  const { brand, category, group: groupId } = params;
  const { t } = useOffice();
  const { categories, groups, brands, placesList, brandsList } = useTaxonomy();
  const isShown = ({ id, categoryId }: { id: number; categoryId: number }) =>
    category === undefined || categoryId === category || id === groupId;
  const unlisted = (value: string) => ({ value, label: unlistedText(t, placesList, value) });
  return [
    {
      name: 'brand',
      label: t('office.product.brand'),
      choices: withChosen(brands.map(plainChoice), brand, plainChoice),
      list: brandsList,
    },
    {
      name: 'category',
      label: t('office.product.category'),
      choices: withChosen(categories.map(idChoice), category, unlisted),
      list: placesList,
    },
    {
      name: 'group',
      label: t('office.product.group'),
      choices: withChosen(groups.filter(isShown).map(idChoice), groupId, unlisted),
      list: placesList,
    },
    {
      name: 'stock',
      label: t('office.product.stock'),
      choices: STOCK_FILTERS.map((value) => ({ value, label: t(STOCK_TEXTS[value]) })),
    },
    {
      name: 'visibility',
      label: t('office.product.visibility'),
      choices: VISIBILITIES.map((value) => ({ value, label: t(VISIBILITY_TEXTS[value]) })),
    },
  ];
}

const plainChoice = (value: string) => ({ value, label: value });
const idChoice = ({ id, name }: { id: number; name: string }) => ({
  value: String(id),
  label: name,
});

/** Label of the active value. */
export function productChoice(
  group: ProductFilterGroup,
  params: StaffProductParams,
): string | undefined {
  const value = params[group.name];
  if (value === undefined) return undefined;
  return group.choices.find((choice) => choice.value === String(value))?.label;
}
