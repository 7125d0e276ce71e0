import { useQuery } from '@tanstack/react-query';
import { categoriesQuery } from '@/shared/api/site-queries';
import { pickText } from '@/shared/i18n/pick-text';
import type { Category } from '../content/categories/category-tree';
import { contentListQuery } from '../content/content-api';
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
};

const KEPT = { staleTime: Number.POSITIVE_INFINITY };

/** Categories and groups of the shop, and the brands of its products. */
export function useTaxonomy() {
  const { code } = useOffice();
  const shownCategories = useQuery({ ...categoriesQuery, ...KEPT }).data?.data ?? [];
  const shownGroups = useQuery({ ...groupsQuery, ...KEPT }).data?.data ?? [];
  // It has hidden ones as well.
  const all = useQuery({ ...contentListQuery('categories'), ...KEPT }).data?.data[0]?.body as
    | { categories: Category[] }
    | undefined;
  const brands = useQuery({ ...brandsQuery, ...KEPT }).data?.data.brands ?? [];
  return {
    categories:
      all?.categories.map(({ cat_id, name }) => ({
        id: cat_id,
        name: pickText(name.la, name.en, code),
      })) ??
      shownCategories.map(({ cat_id, cat_name_la, cat_name_en }) => ({
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
      shownGroups.map(({ prog_id, cat_id, prog_name_la, prog_name_en }) => ({
        id: prog_id,
        categoryId: cat_id,
        name: pickText(prog_name_la, prog_name_en, code),
      })),
    brands: brands.map(({ brand }) => brand),
  };
}

/** Options of each filter with their labels. A category limits the groups to its own. */
export function useProductOptions({ category }: StaffProductParams): ProductFilterGroup[] {
  const { t } = useOffice();
  const { categories, groups, brands } = useTaxonomy();
  const isShown = (group: { categoryId: number }) =>
    category === undefined || group.categoryId === category;
  return [
    { name: 'brand', label: t('office.product.brand'), choices: brands.map(plainChoice) },
    {
      name: 'category',
      label: t('office.product.category'),
      choices: categories.map(idChoice),
    },
    {
      name: 'group',
      label: t('office.product.group'),
      choices: groups.filter(isShown).map(idChoice),
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
  return group.choices.find((choice) => choice.value === String(value))?.label ?? String(value);
}
