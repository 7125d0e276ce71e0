import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ConversationStore } from '@/domain/chat/conversation-store';
import type { Translate } from '@/shared/i18n/load-messages';
import { sendProductInquiry } from './product-inquiry';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const translate = ((key) => key) as Translate;
const conversation = (write: () => void) => ({ write }) as unknown as ConversationStore;

it('product inquiry is sent 200 ms after the window opens, the next 500 ms later at the earliest', async () => {
  const write = vi.fn();
  const ask = (pro_id: number) =>
    sendProductInquiry(() => conversation(write), translate, {
      pro_id,
      name: 'Cement',
    });
  ask(7);
  await vi.advanceTimersByTimeAsync(199);
  expect(write).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  const first = { kind: 'deeplink', sms: 'chat.inquiry', url: '/la/shop/7' };
  expect(write.mock.calls).toEqual([[first]]);
  ask(8);
  await vi.advanceTimersByTimeAsync(499);
  expect(write).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(write).toHaveBeenLastCalledWith({ ...first, url: '/la/shop/8' });
});

it('product inquiry is written to the account whose session arrives before it is sent', async () => {
  const [visitor, customer] = [vi.fn(), vi.fn()];
  let current = conversation(visitor);
  sendProductInquiry(() => current, translate, { pro_id: 9, name: 'Sofa' });
  await vi.advanceTimersByTimeAsync(100);
  current = conversation(customer);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([visitor.mock.calls.length, customer.mock.calls.length]).toEqual([0, 1]);
});
