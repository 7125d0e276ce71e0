/** Queue of cart changes that are not yet confirmed. */

import { ApiError } from '@/shared/api/client';

export type QueueState = 'idle' | 'saving' | 'waiting';

type Mutation = () => Promise<void>;

const RETRY_DELAY_MS = 5_000;

/**
 * Serial queue of changes: each is sent after the previous response. While offline the queue keeps the current change
 * and retries every 5 s, or when `retry` is called.
 */
export function createMutationQueue() {
  const steps: Mutation[] = [];
  const listeners = new Set<() => void>();
  let state: QueueState = 'idle';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const enter = (next: QueueState) => {
    if (next === state) return;
    state = next;
    for (const listener of listeners) listener();
  };

  async function run(): Promise<void> {
    if (state === 'saving') return;
    clearTimeout(timer);
    enter('saving');
    while (steps[0]) {
      const step = steps[0];
      try {
        await step();
      } catch (error) {
        if (!isOffline(error)) {
          // A mutation handles its own failures; an unexpected one must not block the queue.
          reportError(error);
        } else if (steps[0] === step) {
          enter('waiting');
          timer = setTimeout(run, RETRY_DELAY_MS);
          return;
        }
      }
      // It is no longer the first if it was dropped meanwhile.
      if (steps[0] === step) steps.shift();
    }
    enter('idle');
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return {
    push: (step: Mutation) => {
      steps.push(step);
      void run();
    },
    retry: () => void run(),
    /** Discards unsent changes. */
    drop: () => {
      clearTimeout(timer);
      steps.length = 0;
      if (state === 'waiting') enter('idle');
    },
    state: () => state,
    subscribe,
    /** Resolves when the queue is empty: with false when it has to wait for the connection. */
    settled: () =>
      new Promise<boolean>((resolve) => {
        const check = () => {
          if (state === 'saving') return;
          stop();
          resolve(state === 'idle');
        };
        const stop = subscribe(check);
        check();
      }),
  };
}

export function isOffline(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'offline';
}
