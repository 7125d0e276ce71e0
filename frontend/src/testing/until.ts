import { vi } from 'vitest';

/** Waits until `check` throws no more; a busy machine is no reason to fail. */
export const until = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 10_000 });
