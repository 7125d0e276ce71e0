/** Last job of each name, for browsers without the Web Locks API. */
const lastJobs = new Map<string, Promise<unknown>>();

/**
 * Runs a job while no other tab of this browser runs one of the same name (Web Locks API). Without the API, as on a page
 * without HTTPS, only the jobs of this tab wait for each other. Rejects if `signal` aborts before the job begins.
 */
export function withTabLock<T>(
  name: string,
  job: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  if (navigator.locks)
    return navigator.locks.request(name, signal ? { signal } : {}, job) as Promise<T>;
  const result = (lastJobs.get(name) ?? Promise.resolve()).then(() => {
    signal?.throwIfAborted();
    return job();
  });
  lastJobs.set(
    name,
    result.catch(() => {}),
  );
  return result;
}
