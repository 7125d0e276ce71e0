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

it('product inquiry is sent 200 ms after the window opens, the next 500 ms later at the earliest', async () => {
  const write = vi.fn();
  const ask = (pro_id: number) =>
    sendProductInquiry({ write } as unknown as ConversationStore, ((key) => key) as Translate, {
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
