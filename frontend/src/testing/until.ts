import { vi } from 'vitest';

/** Waits until `check` does not throw. The timeout is long, because a busy machine must not fail a test. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000 });
