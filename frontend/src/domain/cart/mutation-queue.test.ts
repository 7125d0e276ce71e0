import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/shared/api/client';
import { createMutationQueue } from './mutation-queue';

/** A request that the test answers. */
function heldRequest() {
  let end = () => {};
  let lose = () => {};
  const done = new Promise<void>((resolve, reject) => {
    end = resolve;
    lose = () => reject(new ApiError(0, 'offline', 'No answer from the shop'));
  });
  return { send: () => done, end, lose };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each(['end', 'lose'] as const)(
  'change after a drop during a request is sent when that request has an outcome: %s',
  async (outcome) => {
    const queue = createMutationQueue();
    const held = heldRequest();
    const after = vi.fn(async () => {});
    queue.push(held.send);
    queue.drop();
    queue.push(after);
    held[outcome]();
    await expect(queue.settled()).resolves.toBe(true);
    expect(after).toHaveBeenCalledOnce();
  },
);

it('request that is dropped and then lost leaves the queue idle', async () => {
  const queue = createMutationQueue();
  const held = heldRequest();
  queue.push(held.send);
  queue.drop();
  held.lose();
  await expect(queue.settled()).resolves.toBe(true);
  expect(queue.state()).toBe('idle');
});

it('change without a connection is kept and sent again', async () => {
  const queue = createMutationQueue();
  const send = vi.fn(async () => {});
  send.mockRejectedValueOnce(new ApiError(0, 'offline', 'No answer from the shop'));
  queue.push(send);
  await expect(queue.settled()).resolves.toBe(false);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect(queue.settled()).resolves.toBe(true);
  expect(send).toHaveBeenCalledTimes(2);
});
