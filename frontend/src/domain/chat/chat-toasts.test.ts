// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { languageOf } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import type { ChatMessage } from '@/shared/live/live-events';
import { toast } from '@/shared/ui/toast';
import { until } from '@/testing/until';
import { showChatToast } from './chat-toasts';
import type { ChatApi } from './chat-types';
import { createConversationStore } from './conversation-store';

// jsdom cannot draw images.
vi.mock('./fit-image', () => ({ fitImage: async (image: Blob) => image }));

const TEXT = { kind: 'user', sms: 'ສະບາຍດີ' } as const;
const IMAGE = { kind: 'img', sms: 'ຮູບ', image: new Blob(['photo']) } as const;

const offline = () => new ApiError(0, 'offline', 'No answer from the shop');
const refusal = (status: number, message: string, details: Record<string, unknown> = {}) =>
  new ApiError(status, 'invalid_argument', message, undefined, undefined, { message, ...details });

/** A conversation store whose requests fail with `error`, or succeed, and the toasts that appear. */
async function storeThatFails(error?: Error) {
  const language = languageOf('la');
  if (!language) throw new Error('no Lao');
  await loadMessagePart('chat', language);
  const t = await loadMessages(language);
  const toasts: string[] = [];
  for (const kind of ['success', 'error'] as const) {
    vi.spyOn(toast, kind).mockImplementation((text, options) => {
      toasts.push([kind, text, options?.detail].filter(Boolean).join(': '));
      return 1;
    });
  }
  const answer = async () => {
    if (error) throw error;
    return { message: { msdtid: 1, seq: 1 } as ChatMessage };
  };
  const calls: ChatApi = {
    history: async () => ({ data: [], more: false, conversation: null }),
    send: answer,
    upload: answer,
    read: () => Promise.reject(new Error('not asked')),
    typing: async () => {},
    like: async () => (await answer()).message,
  };
  const store = createConversationStore({
    side: 'user',
    owner: '7',
    accountId: () => 7,
    api: calls,
    canSend: () => true,
    onOutcome: (outcome) => showChatToast(t, outcome),
  });
  await store.catchUp();
  return { store, toasts };
}

beforeEach(() => localStorage.clear());

it.each([
  ['a text without an answer', TEXT, offline(), 'ເກີດຂໍ້ຜິດພາດໃນການສົ່ງຂໍ້ຄວາມ'],
  ['a photo without an answer', IMAGE, offline(), 'ເກີດຂໍ້ຜິດພາດໃນການສົ່ງຮູບພາບ'],
])('failure toast for %s says that the message is kept', async (_, writing, error, text) => {
  const { store, toasts } = await storeThatFails(error);
  await store.write(writing);
  await until(() => expect(toasts).toHaveLength(1));
  expect(toasts[0]).toMatch(new RegExp(`^error: ${text}: .+`));
  expect(store.state().pending).toMatchObject([{ state: 'waiting' }]);
  store.stop();
});

it.each([
  ['a text', TEXT, refusal(400, ''), 'ບໍ່ສາມາດສົ່ງຂໍ້ຄວາມໄດ້'],
  ['a text, with the shop’s own words', TEXT, refusal(403, 'Closed'), 'ບໍ່ສາມາດສົ່ງຂໍ້ຄວາມໄດ້: Closed'],
  [
    'a text that is too long',
    TEXT,
    refusal(400, 'has more than 4000 characters', { reason: 'too_long' }),
    'ບໍ່ສາມາດສົ່ງຂໍ້ຄວາມໄດ້: ຂໍ້ຄວາມຍາວເກີນໄປ',
  ],
  ['a photo', IMAGE, refusal(400, ''), 'ບໍ່ສາມາດສົ່ງຮູບພາບໄດ້'],
  ['a photo, with the shop’s own words', IMAGE, refusal(403, 'Closed'), 'ບໍ່ສາມາດສົ່ງຮູບພາບໄດ້: Closed'],
  [
    'a photo of more than 5 MB',
    IMAGE,
    refusal(413, 'too large', { reason: 'too_large' }),
    'ບໍ່ສາມາດສົ່ງຮູບພາບໄດ້: ຂະຫນາດຟາຍຕ້ອງບໍ່ເກີນ 5MB',
  ],
  [
    'a photo of too many pixels',
    IMAGE,
    refusal(400, 'too many pixels', { reason: 'too_many_pixels' }),
    'ບໍ່ສາມາດສົ່ງຮູບພາບໄດ້: ຮູບນີ້ໃຫຍ່ເກີນໄປ. ກະລຸນາເລືອກຮູບທີ່ນ້ອຍກວ່ານີ້.',
  ],
  [
    'a photo that is none',
    IMAGE,
    refusal(400, 'is no picture', { reason: 'type' }),
    'ບໍ່ສາມາດສົ່ງຮູບພາບໄດ້: ກະລຸນາເລືອກຟາຍຮູບພາບເທົ່ານັ້ນ',
  ],
])('refusal toast: %s', async (_, writing, error, text) => {
  const { store, toasts } = await storeThatFails(error);
  await store.write(writing);
  await until(() => expect(toasts).toEqual([`error: ${text}`]));
  expect(store.state().pending).toMatchObject([{ state: 'refused' }]);
});

it('image delivered: toast; text delivered: no toast', async () => {
  const { store, toasts } = await storeThatFails();
  await store.write(TEXT);
  await store.write(IMAGE);
  await until(() => expect(toasts).toEqual(['success: ສົ່ງຮູບພາບສຳເລັດ!']));
});

it('like refused: toast', async () => {
  const { store, toasts } = await storeThatFails(offline());
  await store.like({ msdtid: 1, seq: 1, likes: 0, isLiked: false } as ChatMessage);
  expect(toasts).toEqual(['error: ບໍ່ສາມາດບັນທຶກການຖືກໃຈໄດ້']);
});
