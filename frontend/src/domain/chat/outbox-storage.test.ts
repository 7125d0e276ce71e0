// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { Translate } from '@/shared/i18n/load-messages';
import type { PendingMessage } from './chat-types';
import { deleteAllImages, loadImage, storeImage } from './image-store';
import {
  clearChatStorage,
  deletePending,
  draftImageKey,
  mergeVisitorOutbox,
  onVisitorMerged,
  readDraft,
  readOutbox,
  storePending,
  VISITOR,
  writeDraft,
} from './outbox-storage';
import { refusalText } from './refusal-text';

const pending = (client_id: string, at = Date.now()): PendingMessage => ({
  client_id,
  kind: 'user',
  sms: client_id,
  url: '',
  at,
  state: 'waiting',
});

beforeEach(() => localStorage.clear());

it('unsent messages are stored in order, each once', () => {
  storePending('7', pending('a'));
  storePending('7', pending('b'));
  storePending('7', { ...pending('a'), state: 'refused' });
  expect(readOutbox('7').map(({ client_id, state }) => [client_id, state])).toEqual([
    ['a', 'refused'],
    ['b', 'waiting'],
  ]);
  deletePending('7', 'a');
  expect(readOutbox('7')).toHaveLength(1);
  expect(readOutbox('8')).toEqual([]);
});

it('unsent messages of a week ago and damaged storage are dropped', () => {
  storePending('7', pending('old', Date.now() - 8 * 86_400_000));
  expect(readOutbox('7')).toEqual([]);
  localStorage.setItem('heuan_chat_unsent_7', '{"a":1}');
  expect(readOutbox('7')).toEqual([]);
  localStorage.setItem('heuan_chat_unsent_7', '[null, 3, {}]');
  expect(readOutbox('7')).toEqual([]);
});

it('message that an earlier release stored as refused keeps the text of its reason', () => {
  const stored = { ...pending('a'), kind: 'img', state: 'refused', why: 'picture_quota' } as const;
  localStorage.setItem('heuan_chat_unsent_7', JSON.stringify([stored, pending('b')]));
  const [refused, waiting] = readOutbox('7');
  expect(refused).toEqual({ ...stored, why: 'image_quota' });
  expect(waiting).toEqual(pending('b', waiting?.at));
  const key: Translate = (key) => key;
  expect(refusalText(key, refused?.why)).toBe('chat.imageQuota');
});

it('messages of a visitor join the account once', () => {
  storePending(VISITOR, pending('a'));
  writeDraft(VISITOR, 'half');
  expect(mergeVisitorOutbox('7')).toBe(true);
  expect(readOutbox('7')).toHaveLength(1);
  expect(readDraft('7')).toBe('half');
  expect(readOutbox(VISITOR)).toEqual([]);
  expect(mergeVisitorOutbox('8')).toBe(false);
});

it('image of a visitor joins the account, and the next visitor finds none', async () => {
  const image = new Blob(['photo']);
  await storeImage(draftImageKey(VISITOR), image);
  mergeVisitorOutbox('7');
  // A read waits for the move in progress.
  expect(await loadImage(draftImageKey('7'))).toBe(image);
  expect(await loadImage(draftImageKey(VISITOR))).toBeNull();
  mergeVisitorOutbox('8');
  expect(await loadImage(draftImageKey('8'))).toBeNull();
  expect(await loadImage(draftImageKey('7'))).toBe(image);
  await deleteAllImages();
});

it('drafts of account and visitor are both kept and announced', () => {
  const merged: string[] = [];
  const stop = onVisitorMerged((owner) => merged.push(`${owner}: ${readDraft(owner)}`));
  writeDraft('7', 'before');
  writeDraft(VISITOR, 'after');
  mergeVisitorOutbox('7');
  stop();
  mergeVisitorOutbox('7');
  expect(merged).toEqual(['7: before\nafter']);
});

it('logout clears drafts and unsent messages', () => {
  storePending('7', pending('a'));
  writeDraft('7', 'half');
  localStorage.setItem('heuan_theme', '"dark"');
  clearChatStorage();
  expect(Object.keys(localStorage)).toEqual(['heuan_theme']);
});
