// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { Pending } from './chat-types';
import { dropAllPictures, keepPicture, keptPicture } from './image-store';
import {
  adoptVisitors,
  draftPicture,
  dropUnsent,
  forgetTalk,
  keepUnsent,
  onAdopted,
  readDraft,
  readUnsent,
  VISITOR,
  writeDraft,
} from './outbox-storage';

const pending = (client_id: string, at = Date.now()): Pending => ({
  client_id,
  kind: 'user',
  sms: client_id,
  url: '',
  at,
  state: 'waiting',
});

beforeEach(() => localStorage.clear());

it('keeps what was not sent in its order, each once', () => {
  keepUnsent('7', pending('a'));
  keepUnsent('7', pending('b'));
  keepUnsent('7', { ...pending('a'), state: 'refused' });
  expect(readUnsent('7').map(({ client_id, state }) => [client_id, state])).toEqual([
    ['a', 'refused'],
    ['b', 'waiting'],
  ]);
  dropUnsent('7', 'a');
  expect(readUnsent('7')).toHaveLength(1);
  expect(readUnsent('8')).toEqual([]);
});

it('gives up what is a week old, and reads no damaged storage', () => {
  keepUnsent('7', pending('old', Date.now() - 8 * 86_400_000));
  expect(readUnsent('7')).toEqual([]);
  localStorage.setItem('heuan_chat_unsent_7', '{"a":1}');
  expect(readUnsent('7')).toEqual([]);
  localStorage.setItem('heuan_chat_unsent_7', '[null, 3, {}]');
  expect(readUnsent('7')).toEqual([]);
});

it('takes what a visitor wrote into their account, once', () => {
  keepUnsent(VISITOR, pending('a'));
  writeDraft(VISITOR, 'half');
  expect(adoptVisitors('7')).toBe(true);
  expect(readUnsent('7')).toHaveLength(1);
  expect(readDraft('7')).toBe('half');
  expect(readUnsent(VISITOR)).toEqual([]);
  expect(adoptVisitors('8')).toBe(false);
});

it('the picture a visitor has chosen goes with them, and the next visitor finds nothing', async () => {
  const photo = new Blob(['photo']);
  await keepPicture(draftPicture(VISITOR), photo);
  adoptVisitors('7');
  // Who asks at once waits for it.
  expect(await keptPicture(draftPicture('7'))).toBe(photo);
  expect(await keptPicture(draftPicture(VISITOR))).toBeNull();
  adoptVisitors('8');
  expect(await keptPicture(draftPicture('8'))).toBeNull();
  expect(await keptPicture(draftPicture('7'))).toBe(photo);
  await dropAllPictures();
});

it('loses neither the account’s own draft nor the visitor’s, and tells who shows it', () => {
  const told: string[] = [];
  const stop = onAdopted((owner) => told.push(`${owner}: ${readDraft(owner)}`));
  writeDraft('7', 'before');
  writeDraft(VISITOR, 'after');
  adoptVisitors('7');
  stop();
  adoptVisitors('7');
  expect(told).toEqual(['7: before\nafter']);
});

it('leaves nothing behind at logout', () => {
  keepUnsent('7', pending('a'));
  writeDraft('7', 'half');
  localStorage.setItem('heuan_theme', '"dark"');
  forgetTalk();
  expect(Object.keys(localStorage)).toEqual(['heuan_theme']);
});
