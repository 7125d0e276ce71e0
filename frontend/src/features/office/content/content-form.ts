import type { MessageKey } from '@/shared/i18n/load-messages';
import type { ContentBody, ContentItem, ContentKind } from './content-api';
import { type BothTexts, type ContentField, SECTIONS } from './content-schema';

/** Message keys of invalid fields, by path such as `tiles[0].title`. */
export type ContentErrors = Record<string, MessageKey>;

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Names of the top-level fields in which two bodies differ. */
export const changedNames = (a: ContentBody, b: ContentBody): string[] =>
  Object.keys(b).filter((name) => !isSame(a[name], b[name]));

/**
 * Three-way merge: fields that the user changed from `base` keep the user's value, all others get the value of
 * `next`.
 */
export function rebasedBody(form: ContentBody, base: ContentBody, next: ContentBody): ContentBody {
  const typed = changedNames(form, base);
  return { ...next, ...Object.fromEntries(typed.map((name) => [name, form[name]])) };
}

/** The path of a field below another. */
export const below = (path: string, name: string): string =>
  name === '' ? path : path === '' ? name : `${path}.${name}`;

export const fieldOf = (value: unknown, name: string): unknown =>
  name === '' ? value : (value as ContentBody | null)?.[name];

export const isHalf = (la: string, en: string): boolean =>
  (la.trim() === '') !== (en.trim() === '');

/** Number of texts that exist in only one language. */
export function missingTexts(kind: ContentKind, body: ContentBody): number {
  return SECTIONS[kind].reduce((sum, { fields }) => sum + missingIn(fields, body), 0);
}

function missingIn(fields: ContentField[], value: unknown): number {
  let count = 0;
  for (const field of fields) {
    const own = fieldOf(value, field.name);
    if (field.type === 'text' || field.type === 'prose') {
      const { la, en } = (own ?? { la: '', en: '' }) as BothTexts;
      if (isHalf(la, en)) count += 1;
    } else if (field.type === 'pair' || field.type === 'prosePair') {
      if (isHalf(String(own), String(fieldOf(value, field.english)))) count += 1;
    } else if (field.type === 'list') {
      for (const item of own as unknown[]) count += missingIn(field.item, item);
    }
  }
  return count;
}

/** Title of an item in both languages. */
export function titleOf({ kind, item_id: itemId, body }: ContentItem): BothTexts {
  const content = body as unknown as ContentBody;
  if (kind === 'branch') {
    return { la: String(content.b_name), en: String(content.b_name_eng) };
  }
  const title = content.title as BothTexts | undefined;
  return title && (title.la || title.en) ? title : { la: itemId, en: itemId };
}

export const imageOf = (body: ContentBody): string =>
  String(body.banner ?? body.image ?? body.b_image ?? '');

export type Schedule = 'unpublished' | 'scheduled' | 'shown' | 'ended';

/** Whether shoppers see a promotion, banner or page on a day, in Vientiane. */
export function scheduleOf(body: ContentBody, today: string): Schedule {
  const {
    starts = '',
    ends = '',
    published,
  } = body as Partial<Record<'starts' | 'ends', string>> & {
    published?: boolean;
  };
  if (!published) return 'unpublished';
  if (starts !== '' && starts > today) return 'scheduled';
  return ends !== '' && ends < today ? 'ended' : 'shown';
}

/** Whether items of this kind have a draft and a schedule. */
export const isScheduled = (kind: ContentKind): boolean => isOrdered(kind) || kind === 'page';

/** Whether editors choose the order in which shoppers see the items. */
export const isOrdered = (kind: ContentKind): boolean => kind === 'promotion' || kind === 'banner';
