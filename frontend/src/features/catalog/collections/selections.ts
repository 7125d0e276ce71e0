import type { Collection, ProductSort } from '@/api/types';

/** The shop's own selections, and the order each is made by. Every other collection is a brand. */
const SELECTIONS: Record<string, ProductSort> = {
  new: 'newest',
  popular: 'popular',
  sale: 'discount',
};

export const isBrand = ({ name }: Pick<Collection, 'name'>): boolean => !(name in SELECTIONS);

/** The order a collection stands in by itself. */
export const ownSort = (name: string): ProductSort => SELECTIONS[name] ?? 'recommended';
