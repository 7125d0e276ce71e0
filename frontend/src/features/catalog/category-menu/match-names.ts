import type { Category, Group, Product } from '@/shared/api/types';

/**
 * Normalizes a text for comparison: letter case, compatibility forms (ຳ and ໍາ), the order of a vowel sign and its tone
 * mark, and invisible marks of copied text.
 */
export function normalizeName(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200B\u2060]/g, '')
    .replace(/\u0ECD([\u0EC8-\u0ECB])/g, '$1\u0ECD')
    .toLowerCase()
    .trim();
}

/** Whether the query is part of the Lao or the English name, ignoring case. */
export function matchesName(query: string, ...names: string[]): boolean {
  const part = normalizeName(query);
  return names.some((name) => normalizeName(name).includes(part));
}

export const isCategory = (query: string, { cat_name_la, cat_name_en }: Category) =>
  matchesName(query, cat_name_la, cat_name_en);
export const isGroup = (query: string, { prog_name_la, prog_name_en }: Group) =>
  matchesName(query, prog_name_la, prog_name_en);
const isProduct = (query: string, { pro_name_la, pro_name_en }: Product) =>
  matchesName(query, pro_name_la, pro_name_en);

/** Categories whose name matches, and categories with a group whose name matches. */
export function findCategories(query: string, categories: Category[], groups: Group[]): Category[] {
  const parents = new Set(
    groups.filter((group) => isGroup(query, group)).map(({ cat_id }) => cat_id),
  );
  return categories.filter(
    (category) => isCategory(query, category) || parents.has(category.cat_id),
  );
}

/** Groups whose name matches; all of them if only the name of their category matches. */
export function findGroups(query: string, groups: Group[], category?: Category): Group[] {
  const found = groups.filter((group) => isGroup(query, group));
  return found.length === 0 && category && isCategory(query, category) ? groups : found;
}

/** Products whose name matches; all of them if the name of their group or category matches. */
export function findProducts(
  query: string,
  products: Product[],
  category?: Category,
  group?: Group,
): Product[] {
  if ((group && isGroup(query, group)) || (category && isCategory(query, category)))
    return products;
  return products.filter((product) => isProduct(query, product));
}
