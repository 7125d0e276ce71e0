/**
 * Scope of a sync: fetch newer messages, reload the newest page because its messages may have changed, or reload
 * everything.
 */
export type SyncScope = 'more' | 'changed' | 'all';

const SCOPES: readonly SyncScope[] = ['more', 'changed', 'all'];
const wider = (one: SyncScope, other: SyncScope): SyncScope =>
  SCOPES.indexOf(one) > SCOPES.indexOf(other) ? one : other;

/**
 * Serializes syncs. A request for newer messages joins the sync in flight; a wider one starts after it. If a sync
 * fails, its scope is kept for the next one.
 */
export function createCatchUp(ask: (doubt: SyncScope) => Promise<void>) {
  let doubt: SyncScope = 'more';
  let coming: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    if (coming) return coming;
    const requested = doubt;
    doubt = 'more';
    coming = ask(requested)
      .catch((error: unknown) => {
        doubt = wider(doubt, requested);
        throw error;
      })
      .finally(() => {
        coming = null;
      });
    return coming;
  }

  return (why: SyncScope = 'more'): Promise<void> => {
    doubt = wider(doubt, why);
    if (why === 'more' || !coming) return run();
    next ??= coming
      .catch(() => {})
      .then(() => {
        next = null;
        return run();
      });
    return next;
  };
}
