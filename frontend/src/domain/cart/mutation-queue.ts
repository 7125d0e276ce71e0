import { ApiError } from '@/shared/api/client';

export type QueueState = 'idle' | 'saving' | 'waiting';

type Mutation = () => Promise<void>;

const RETRY_DELAY_MS = 5_000;

/**
 * Changes go to the shop one after the other, so each knows the answer to the one before. Without a connection the
 * queue waits with the step in hand and goes on by itself, or when asked.
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
      try {
        await steps[0]();
      } catch (error) {
        if (isOffline(error)) {
          enter('waiting');
          timer = setTimeout(run, RETRY_DELAY_MS);
          return;
        }
        // A step answers for its own failures; one that did not must not hold up the rest.
        reportError(error);
      }
      steps.shift();
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
    /** Forgets what has not been sent. */
    drop: () => {
      clearTimeout(timer);
      steps.length = 0;
      if (state === 'waiting') enter('idle');
    },
    state: () => state,
    subscribe,
    /** Resolves when nothing is left to send: false when the queue has to wait. */
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
