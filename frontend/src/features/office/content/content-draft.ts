import type { components } from '@/shared/api/schema';
import type { ContentBody, ContentDetail, ContentKind } from './content-api';
import { changedNames, rebasedBody } from './content-form';

export type ContentDraft = components['schemas']['ContentDraft'];

/** Kinds whose changes are kept as a draft until they are published. */
const DRAFT_KINDS: ContentKind[] = ['hero', 'menu', 'branch'];

export const hasDrafts = (kind: ContentKind): boolean => DRAFT_KINDS.includes(kind);

const asBody = (body: unknown) => body as ContentBody;

/** Whether an item is only a draft: never published, or removed by an import. */
export const isNewDraft = (item: ContentDetail | undefined): boolean => item?.version === '';

/** Whether the published item was changed since its draft was saved. */
export const isStale = ({ version, draft }: ContentDetail): boolean =>
  draft != null && draft.base_version !== version;

/** Whether another item was published under the id of a draft of a new one. */
export const isTaken = ({ version, draft }: ContentDetail): boolean =>
  draft != null && draft.base_body == null && version !== '';

/** Whether the item of a draft was removed since the draft was saved. */
export const isRemoved = ({ version, draft }: ContentDetail): boolean =>
  draft?.base_body != null && version === '';

/** Fields of the published item that were changed since its draft was saved. */
export const changedSinceDraft = ({ body, draft }: ContentDetail): string[] =>
  draft?.base_body ? changedNames(asBody(body), asBody(draft.base_body)) : [];

/**
 * The body that an editor works on: the draft, or the published body if there is no draft. A draft of a former
 * version keeps the fields that it changes, and has the published values of all other fields.
 */
export function editedBody(item: ContentDetail): ContentBody {
  const { body, draft } = item;
  if (!draft) return asBody(body);
  if (!isStale(item) || !draft.base_body) return asBody(draft.body);
  return rebasedBody(asBody(draft.body), asBody(draft.base_body), asBody(body));
}

/** Changes with every change of an item or its draft. */
export const stampOf = ({ version, draft }: ContentDetail): string =>
  `${version} ${draft?.version ?? ''}`;

/** The day on which a draft is published automatically, if it is still to come. */
export const comingDay = (item: ContentDetail | undefined, today: string): string => {
  const day = item?.draft?.publish_on ?? '';
  return day > today ? day : '';
};

/** Name of the person who changed the item or its draft last; empty after an import. */
export function lastEditor({ changes, draft }: ContentDetail): string {
  const [last] = changes;
  return draft && (!last || draft.at > last.at) ? draft.name : (last?.name ?? '');
}
