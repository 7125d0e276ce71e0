import type { Page } from '@playwright/test';
import { call } from './shopper';

const CONTENT = '/api/staff/content';

/** Date in Laos a number of days from today. */
export const dayIn = (days: number): string =>
  new Date(Date.now() + 7 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

/** Discards the draft of a content item such as `hero/hero`, if it has one. */
export async function discardDraft(page: Page, item: string): Promise<void> {
  const { draft } = await call(page, 'GET', `${CONTENT}/${item}`);
  if (!draft) return;
  const query = `draft_version=${encodeURIComponent(draft.version)}`;
  await call(page, 'DELETE', `${CONTENT}/${item}/draft?${query}`);
}

/** Saves a changed body of a content item as a draft that is published by itself on a day. */
export async function scheduleDraft(
  page: Page,
  item: string,
  publish_on: string,
  change: (body: Record<string, unknown>) => object,
): Promise<void> {
  await discardDraft(page, item);
  const { version, body } = await call(page, 'GET', `${CONTENT}/${item}`);
  const draft = { version, publish_on, body: { ...body, ...change(body) } };
  await call(page, 'PUT', `${CONTENT}/${item}/draft`, draft);
}
