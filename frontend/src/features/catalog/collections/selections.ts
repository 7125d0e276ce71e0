import type { Collection, ProductSort } from '@/shared/api/types';
import type { MessageKey } from '@/shared/i18n/load-messages';

/** The shop's own selections, and the order each is made by. Every other collection is a brand. */
const SELECTIONS: Record<string, ProductSort> = {
  new: 'newest',
  popular: 'popular',
  sale: 'discount',
};

const TITLES: Record<string, MessageKey> = {
  new: 'home.newest',
  popular: 'home.popular',
  sale: 'shop.onSale',
};

/** What the shop calls a selection in each of its languages. A brand is called as the merchant writes it. */
export const titleKey = (name: string): MessageKey | undefined => TITLES[name];

export const isBrand = ({ name }: Pick<Collection, 'name'>): boolean => !(name in SELECTIONS);

/** The order a collection stands in by itself. */
export const ownSort = (name: string): ProductSort => SELECTIONS[name] ?? 'recommended';
