import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import type { Pending } from './chat-types';
import { dropAllPictures, movePicture } from './image-store';

const UNSENT = 'heuan_chat_unsent_';
const DRAFT = 'heuan_chat_draft_';
const LASTS = 7 * 24 * 60 * 60 * 1000;

/** Who writes before logging in. */
export const VISITOR = 'visitor';

/** What `owner` has written and the shop has not taken yet, oldest first. */
export function readUnsent(owner: string, now = Date.now()): Pending[] {
  const stored = readLocal<Pending[]>(UNSENT + owner);
  if (!Array.isArray(stored)) return [];
  return stored.filter(
    (item) => typeof item?.client_id === 'string' && now - Number(item.at) < LASTS,
  );
}

/** Adds or replaces one. Other tabs keep theirs in the same place, so it is read anew each time. */
export function keepUnsent(owner: string, pending: Pending): void {
  const others = readUnsent(owner);
  const place = others.findIndex(({ client_id }) => client_id === pending.client_id);
  if (place < 0) others.push(pending);
  else others[place] = pending;
  writeLocal(UNSENT + owner, others);
}

export function dropUnsent(owner: string, client_id: string): void {
  const left = readUnsent(owner).filter((item) => item.client_id !== client_id);
  if (left.length === 0) removeLocal(UNSENT + owner);
  else writeLocal(UNSENT + owner, left);
}

/** Where the picture of a draft is kept. */
export const draftPicture = (owner: string) => `draft_${owner}`;

const adoptions = new Set<(owner: string) => void>();

/** Hears of drafts that were a visitor's a moment ago. Returns the way to stop. */
export function onAdopted(listener: (owner: string) => void): () => void {
  adoptions.add(listener);
  return () => void adoptions.delete(listener);
}

/**
 * What a visitor has written goes with them into their account, the chosen picture too, and nothing of it stays for
 * whoever comes next. Says whether there were messages.
 */
export function adoptVisitors(owner: string): boolean {
  const messages = readUnsent(VISITOR);
  for (const message of messages) keepUnsent(owner, message);
  const drafts = [readDraft(owner), readDraft(VISITOR)].filter(Boolean);
  writeDraft(owner, drafts.join('\n'));
  void movePicture(draftPicture(VISITOR), draftPicture(owner));
  removeLocal(UNSENT + VISITOR, DRAFT + VISITOR);
  for (const listener of [...adoptions]) listener(owner);
  return messages.length > 0;
}

/** Text that was begun. */
export const readDraft = (owner: string): string => {
  const text = readLocal<unknown>(DRAFT + owner);
  return typeof text === 'string' ? text : '';
};

export function writeDraft(owner: string, text: string): void {
  if (text) writeLocal(DRAFT + owner, text);
  else removeLocal(DRAFT + owner);
}

/** Who logs out leaves nothing behind. */
export function forgetTalk(): void {
  try {
    const keys = Object.keys(localStorage);
    removeLocal(...keys.filter((key) => key.startsWith(UNSENT) || key.startsWith(DRAFT)));
  } catch {
    // Forbidden: then nothing was kept either.
  }
  void dropAllPictures();
}
