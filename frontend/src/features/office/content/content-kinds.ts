import type { MessageKey } from '@/shared/i18n/load-messages';
import type { ContentKind } from './content-api';

export const KIND_TEXTS: Record<ContentKind, MessageKey> = {
  promotion: 'office.content.kind.promotion',
  banner: 'office.content.kind.banner',
  hero: 'office.content.kind.hero',
  messages: 'office.content.kind.messages',
  page: 'office.content.kind.page',
  branch: 'office.content.kind.branch',
  menu: 'office.content.kind.menu',
  categories: 'office.content.kind.categories',
};

export const KINDS = Object.keys(KIND_TEXTS) as ContentKind[];

/** Kinds of which the shop has exactly one item, whose id is the kind. */
const SINGLE: ContentKind[] = ['hero', 'messages', 'menu', 'categories'];

export const isSingle = (kind: ContentKind): boolean => SINGLE.includes(kind);

/** Kinds without a page of their own that a preview could show. */
const WITHOUT_PREVIEW: ContentKind[] = ['messages', 'categories'];

export const hasPreview = (kind: ContentKind): boolean => !WITHOUT_PREVIEW.includes(kind);

export const kindOf = (text: unknown): ContentKind | undefined =>
  KINDS.find((kind) => kind === text);

/** The part of an address that names an item: `promotion~3`, `page~news~1`, `banner~new`. */
export const keyOf = (kind: ContentKind, itemId: string): string =>
  `${kind}~${itemId.replaceAll('/', '~')}`;

export const NEW = 'new';

/** Parses such a key; undefined if it names no item. */
export function itemOf(key: string): { kind: ContentKind; itemId: string } | undefined {
  const [first, ...rest] = key.split('~');
  const kind = kindOf(first);
  return kind && rest.length > 0 ? { kind, itemId: rest.join('/') } : undefined;
}

/** Query of the list. */
export type ContentSearch = { kind?: ContentKind; cursor?: string; page?: number };
