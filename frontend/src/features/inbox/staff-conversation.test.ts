// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readOutbox } from '@/domain/chat/outbox-storage';
import type { Translate } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { fakeApi, jsonResponse, type RecordedRequest } from '@/testing/fake-shop';
import { until } from '@/testing/until';
import { staffConversation } from './staff-conversation';

// jsdom cannot draw images.
vi.mock('@/domain/chat/fit-image', () => ({ fitImage: async (image: Blob) => image }));

const CUSTOMER = 7;
const t = ((key: string) => key) as unknown as Translate;
const MESSAGE = { msdtid: 1, cus_id: CUSTOMER, seq: 1, sms: 'draft', likes: 0, client_id: '' };

let cookie = 'cus_id=1';
let answer: () => Response | Promise<Response>;
let requests: RecordedRequest[];

beforeEach(() => {
  vi.useFakeTimers();
  cookie = 'cus_id=1';
  answer = () => Promise.reject(new TypeError('offline'));
  vi.spyOn(document, 'cookie', 'get').mockImplementation(() => cookie);
  requests = fakeApi({
    [`POST /api/auth/staff/conversations/${CUSTOMER}/messages`]: () => answer(),
    [`POST /api/auth/staff/conversations/${CUSTOMER}/messages/upload`]: () => answer(),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

it('unsent reply is not sent in the session of another member of the staff', async () => {
  const first = staffConversation(CUSTOMER, t);
  await first.write({ kind: 'user', sms: 'draft' });
  await until(() => expect(first.state().sendingId).toBeNull());
  expect(requests).toHaveLength(1);
  cookie = 'cus_id=2';
  answer = () => jsonResponse({ message: MESSAGE });
  const second = staffConversation(CUSTOMER, t);
  expect(second).not.toBe(first);
  expect(second.state().pending).toEqual([]);
  await second.flush();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toHaveLength(1);
  expect(readOutbox('staff_1_7')).toMatchObject([{ sms: 'draft' }]);
});

it('sent image shows no toast, which would cover the field of the next answer', async () => {
  cookie = 'cus_id=3';
  answer = () => jsonResponse({ message: MESSAGE });
  const success = vi.spyOn(toast, 'success');
  const store = staffConversation(CUSTOMER, t);
  await store.write({ kind: 'img', sms: '', image: new Blob(['image']) });
  await until(() => expect(store.state().sendingId).toBeNull());
  expect(requests).toHaveLength(1);
  expect(store.state().pending).toEqual([]);
  expect(success).not.toHaveBeenCalled();
});
