import type { Collection, ProductSort } from '@/shared/api/types';
import type { MessageKey } from '@/shared/i18n/load-messages';

/** The shop's own collections with their sort orders. Every other collection is a brand. */
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

/** Message key for the name of one of the shop's own collections. A brand has the name that the merchant gave it. */
export const titleKey = (name: string): MessageKey | undefined => TITLES[name];

export const isBrand = ({ name }: Pick<Collection, 'name'>): boolean => !(name in SELECTIONS);

/** Default sort order of a collection. */
export const ownSort = (name: string): ProductSort => SELECTIONS[name] ?? 'recommended';
