import { readLocal, removeLocal, writeLocal } from '@/shared/storage/local-storage';
import type { PendingMessage } from './chat-types';
import { deleteAllImages, moveImage } from './image-store';

const OUTBOX_PREFIX = 'heuan_chat_unsent_';
const DRAFT_PREFIX = 'heuan_chat_draft_';
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

/** Owner name of messages that are written before the login. */
export const VISITOR = 'visitor';

/** Reasons of refusals that earlier releases stored under another name. */
const FORMER_REASONS: Record<string, string> = { picture_quota: 'image_quota' };

/** Unsent messages of `owner`, oldest first. Messages older than 7 days are dropped. */
export function readOutbox(owner: string, now = Date.now()): PendingMessage[] {
  const stored = readLocal<PendingMessage[]>(OUTBOX_PREFIX + owner);
  if (!Array.isArray(stored)) return [];
  const unsent = stored.filter(
    (item) => typeof item?.client_id === 'string' && now - Number(item.at) < MAX_AGE_MS,
  );
  return unsent.map((item) => {
    const why = FORMER_REASONS[item.why ?? ''];
    return why ? { ...item, why } : item;
  });
}

/** Adds or replaces a message. Read again each time, because other tabs write to the same key. */
export function storePending(owner: string, pending: PendingMessage): void {
  const others = readOutbox(owner);
  const place = others.findIndex(({ client_id }) => client_id === pending.client_id);
  if (place < 0) others.push(pending);
  else others[place] = pending;
  writeLocal(OUTBOX_PREFIX + owner, others);
}

export function deletePending(owner: string, client_id: string): void {
  const left = readOutbox(owner).filter((item) => item.client_id !== client_id);
  if (left.length === 0) removeLocal(OUTBOX_PREFIX + owner);
  else writeLocal(OUTBOX_PREFIX + owner, left);
}

/** Key of the image that belongs to a draft. */
export const draftImageKey = (owner: string) => `draft_${owner}`;

const mergeListeners = new Set<(owner: string) => void>();

/** Subscribes to visitor drafts being merged into an account. Returns a function that unsubscribes. */
export function onVisitorMerged(listener: (owner: string) => void): () => void {
  mergeListeners.add(listener);
  return () => void mergeListeners.delete(listener);
}

/**
 * Moves the visitor's messages, draft and image into the account at login, so that nothing stays for the next visitor.
 * Returns whether there were messages.
 */
export function mergeVisitorOutbox(owner: string): boolean {
  const messages = readOutbox(VISITOR);
  for (const message of messages) storePending(owner, message);
  const drafts = [readDraft(owner), readDraft(VISITOR)].filter(Boolean);
  writeDraft(owner, drafts.join('\n'));
  void moveImage(draftImageKey(VISITOR), draftImageKey(owner));
  removeLocal(OUTBOX_PREFIX + VISITOR, DRAFT_PREFIX + VISITOR);
  for (const listener of [...mergeListeners]) listener(owner);
  return messages.length > 0;
}

/** Reads the draft of a message. */
export const readDraft = (owner: string): string => {
  const text = readLocal<unknown>(DRAFT_PREFIX + owner);
  return typeof text === 'string' ? text : '';
};

export function writeDraft(owner: string, text: string): void {
  if (text) writeLocal(DRAFT_PREFIX + owner, text);
  else removeLocal(DRAFT_PREFIX + owner);
}

/** Clears all messages and drafts at sign-out. */
export function clearChatStorage(): void {
  try {
    const keys = Object.keys(localStorage);
    removeLocal(
      ...keys.filter((key) => key.startsWith(OUTBOX_PREFIX) || key.startsWith(DRAFT_PREFIX)),
    );
  } catch {
    // Storage is not available, so nothing was stored.
  }
  void deleteAllImages();
}
