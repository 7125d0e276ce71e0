import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import { isSameText } from './search-text';

/** Search history of a visitor: stored in this browser until login adds it to the account's. */
const STORAGE_KEY = 'heuan_searches';

/** Maximum entries, equal to the number shown. */
export const MAX_RECENT = 10;

/** Reads the visitor's searches, newest first. */
export function readStoredHistory(): string[] {
  const texts = readLocal<unknown>(STORAGE_KEY);
  if (!Array.isArray(texts)) return [];
  return texts.filter((text) => typeof text === 'string' && text !== '').slice(0, MAX_RECENT);
}

export function storeHistory(texts: string[]): void {
  if (texts.length === 0) removeLocal(STORAGE_KEY);
  else writeLocal(STORAGE_KEY, texts.slice(0, MAX_RECENT));
}

/** Moves or adds a text to the top of the list. */
export function withText(texts: string[], text: string): string[] {
  return [text, ...withoutText(texts, text)].slice(0, MAX_RECENT);
}

export function withoutText(texts: string[], text: string): string[] {
  return texts.filter((other) => !isSameText(other, text));
}
