import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { authFetch } from '@/shared/api/auth';
import { ApiError, apiUrl, getQuery } from '@/shared/api/client';
import type { components } from '@/shared/api/schema';
import type { Envelope, Product, PromotionType } from '@/shared/api/types';
import { cleanPasted } from '@/shared/forms/clean-pasted';

type Schemas = components['schemas'];
export type ContentKind = Schemas['ContentKind'];
export type ContentItem = Schemas['StaffContent'];
export type ContentDetail = Schemas['StaffContentDetail'];
export type ContentChange = Schemas['StaffContentChange'];
export type ContentPage = Schemas['StaffContentPage'];
type SavedContent = Schemas['SavedContent'];
/** The body of an item as the form sees it: the fields of its kind. */
export type ContentBody = Record<string, unknown>;

const CONTENT = '/api/staff/content';
const PAGE_SIZE = 100;

const fresh = {
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchOnReconnect: 'always',
} as const;

/** Id in a path, in which `~` replaces the slash of a slug. */
const pathId = (itemId: string) => encodeURIComponent(itemId.replaceAll('/', '~'));
const itemUrl = (kind: ContentKind, itemId: string) => `${CONTENT}/${kind}/${pathId(itemId)}`;

/** One page of the content of a kind, by id. */
export function contentListQuery(kind: ContentKind, cursor?: string) {
  const url = apiUrl(`${CONTENT}/${kind}`, { cursor, limit: PAGE_SIZE });
  return queryOptions<ContentPage, Error, ContentPage, string[]>({
    queryKey: [CONTENT, kind, url],
    queryFn: ({ signal }) => authFetch<ContentPage>(url, { signal }),
    ...fresh,
  });
}

const itemKey = (kind: ContentKind, itemId: string) => [CONTENT, kind, 'one', itemId];

export function contentItemQuery(kind: ContentKind, itemId: string) {
  return queryOptions<ContentDetail, Error, ContentDetail, string[]>({
    queryKey: itemKey(kind, itemId),
    queryFn: async ({ signal }) =>
      (await authFetch<Envelope<ContentDetail>>(itemUrl(kind, itemId), { signal })).data,
    ...fresh,
  });
}

const CONTACTS = ['b_f_phone', 'b_s_phone', 'b_email'];

/** Removes invisible characters from pasted phone numbers and e-mail addresses. */
function withCleanContacts(body: ContentBody): ContentBody {
  const pasted = CONTACTS.filter((name) => typeof body[name] === 'string');
  return {
    ...body,
    ...Object.fromEntries(pasted.map((name) => [name, cleanPasted(String(body[name]))])),
  };
}

type NewContent = { itemId?: string | undefined; isDraft?: boolean };

export async function createContent(kind: ContentKind, body: ContentBody, item: NewContent = {}) {
  const { itemId, isDraft = false } = item;
  const sent = {
    ...(itemId !== undefined && { item_id: itemId }),
    ...(isDraft && { draft: true }),
    body: withCleanContacts(body),
  };
  const url = `${CONTENT}/${kind}`;
  return (await authFetch<Envelope<SavedContent>>(url, { method: 'POST', body: sent })).data;
}

export async function saveContent(item: ContentItem, body: ContentBody) {
  const url = itemUrl(item.kind, item.item_id);
  const sent = { version: item.version, body: withCleanContacts(body) };
  return (await authFetch<Envelope<SavedContent>>(url, { method: 'PUT', body: sent })).data;
}

const draftUrl = ({ kind, item_id: itemId }: ContentItem) => `${itemUrl(kind, itemId)}/draft`;

/** Saves a draft over the versions of item and draft that the user has seen. Without a day it is published manually. */
export async function saveContentDraft(item: ContentDetail, body: ContentBody, publishOn: string) {
  const sent = {
    version: item.version,
    draft_version: item.draft?.version ?? '',
    publish_on: publishOn,
    body: withCleanContacts(body),
  };
  const options = { method: 'PUT', body: sent } as const;
  return (await authFetch<Envelope<SavedContent>>(draftUrl(item), options)).data;
}

export async function publishContentDraft(item: ContentDetail) {
  const sent = { version: item.version, draft_version: item.draft?.version ?? '' };
  const options = { method: 'POST', body: sent } as const;
  return (await authFetch<Envelope<SavedContent>>(`${draftUrl(item)}/publish`, options)).data;
}

export async function discardContentDraft(item: ContentDetail) {
  const url = apiUrl(draftUrl(item), { draft_version: item.draft?.version });
  return (await authFetch<Envelope<SavedContent>>(url, { method: 'DELETE' })).data;
}

/** Deletes an item with its draft, both as the user has seen them. */
export async function deleteContent({ kind, item_id: itemId, version, draft }: ContentDetail) {
  const url = apiUrl(itemUrl(kind, itemId), { version, draft_version: draft?.version });
  return (await authFetch<Envelope<{ change_id: string }>>(url, { method: 'DELETE' })).data;
}

export async function undoContent(kind: ContentKind, itemId: string, changeId: string) {
  const url = `${itemUrl(kind, itemId)}/undo`;
  const sent = { change_id: changeId };
  return (await authFetch<Envelope<SavedContent>>(url, { method: 'POST', body: sent })).data;
}

export const fetchContentChanges = (kind: ContentKind, itemId: string, cursor: string) =>
  authFetch<Schemas['StaffContentChanges']>(apiUrl(`${itemUrl(kind, itemId)}/changes`, { cursor }));

/** Images and documents of a folder of the shop. */
export function mediaFolderQuery(folder: string, name: string) {
  const url = apiUrl(`${CONTENT}-media`, { folder, name: name || undefined });
  return queryOptions<Schemas['MediaFolder']>({
    queryKey: [CONTENT, 'media', url],
    queryFn: async ({ signal }) =>
      (await authFetch<Envelope<Schemas['MediaFolder']>>(url, { signal })).data,
    placeholderData: (before) => before,
  });
}

export const promotionTypesQuery = getQuery<Envelope<PromotionType[]>>('/api/v1/pomotion/type');

/** A product as the API for shoppers returns it. */
export const shownProductQuery = (proId: number) =>
  getQuery<Envelope<Product>>(`/api/v1/product/${proId}`);

/** Current item in the error of a change that was refused because of the item's state. */
export function currentContent(error: unknown): ContentDetail | undefined {
  if (!(error instanceof ApiError) || error.status !== 409) return undefined;
  return (error.details as { content?: ContentDetail }).content;
}

/** Caches an item from a response and invalidates the lists. */
export function cacheContent(client: QueryClient, item: ContentDetail): void {
  client.setQueryData(itemKey(item.kind, item.item_id), item);
  void client.invalidateQueries({
    queryKey: [CONTENT, item.kind],
    predicate: ({ queryKey }) => queryKey[2] !== 'one',
  });
}

export const renewContent = (client: QueryClient, kind: ContentKind) =>
  client.invalidateQueries({ queryKey: [CONTENT, kind] });
