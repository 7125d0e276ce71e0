import type { components } from '@/shared/api/schema';

export type Category = components['schemas']['CategoryContent'];
export type Group = components['schemas']['GroupContent'];

/** The part of an address that names a category or group: `c3`, `g11`. */
export const categoryKey = (id: number): string => `c${id}`;
export const groupKey = (id: number): string => `g${id}`;

/** Items with the one at an index moved up or down by one. */
export function moved<Item>(items: Item[], index: number, by: -1 | 1): Item[] {
  const item = items[index];
  return item === undefined ? items : items.toSpliced(index, 1).toSpliced(index + by, 0, item);
}

const noName = () => ({ la: '', en: '' });

/** Adds an empty category at the end. Its id is the next free one. */
export function withCategory(categories: Category[], base: Category[]) {
  const id = Math.max(0, ...[...categories, ...base].map(({ cat_id }) => cat_id)) + 1;
  const category: Category = { cat_id: id, name: noName(), img: '', groups: [] };
  return { id, categories: [...categories, category] };
}

/** Adds an empty group at the end of a category. Its id is the next free one. */
export function withGroup(categories: Category[], base: Category[], catId: number) {
  const ids = [...categories, ...base].flatMap(({ groups }) => groups.map((one) => one.prog_id));
  const id = Math.max(0, ...ids) + 1;
  const group: Group = { prog_id: id, name: noName() };
  const added = categories.map((one) =>
    one.cat_id === catId ? { ...one, groups: [...one.groups, group] } : one,
  );
  return { id, categories: added };
}

/** Moves a group to the end of another category. */
export function withGroupIn(categories: Category[], progId: number, catId: number): Category[] {
  const group = categories.flatMap(({ groups }) => groups).find((one) => one.prog_id === progId);
  if (!group) return categories;
  return categories.map((one) => {
    const others = one.groups.filter(({ prog_id }) => prog_id !== progId);
    return { ...one, groups: one.cat_id === catId ? [...others, group] : others };
  });
}

/** The category that an address opens: the named category, or the category of the named group. */
export function openCategory(categories: Category[], at: string | undefined): number | undefined {
  const isOpen = ({ cat_id, groups }: Category) =>
    at === categoryKey(cat_id) || groups.some(({ prog_id }) => at === groupKey(prog_id));
  return categories.find(isOpen)?.cat_id;
}
