/**
 * Fakes the Web Locks API of a browser, which jsdom does not have: one holder for each name, the others wait in order.
 * Returns a function that removes it.
 */
export function fakeLocks(): () => void {
  const last = new Map<string, Promise<unknown>>();
  const request = (name: string, ...[first, second]: unknown[]) => {
    const job = (second ?? first) as () => Promise<unknown>;
    const { signal } = (second ? first : {}) as { signal?: AbortSignal };
    const turn = (last.get(name) ?? Promise.resolve()).then(() => {
      signal?.throwIfAborted();
      return job();
    });
    last.set(
      name,
      turn.catch(() => {}),
    );
    const aborted = new Promise((_, reject) =>
      signal?.addEventListener('abort', () => reject(signal.reason)),
    );
    return Promise.race([turn, aborted]);
  };
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { request } });
  return () => void Reflect.deleteProperty(navigator, 'locks');
}
