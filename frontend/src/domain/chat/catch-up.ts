/** How much of what is shown may be wrong: there may be more, the newest of it may have changed, all of it may have. */
export type SyncScope = 'more' | 'changed' | 'all';

const SCOPES: readonly SyncScope[] = ['more', 'changed', 'all'];
const wider = (one: SyncScope, other: SyncScope): SyncScope =>
  SCOPES.indexOf(one) > SCOPES.indexOf(other) ? one : other;

/**
 * One question to the shop at a time. Who only wants more waits for the answer that is on its way; who doubts what is
 * known waits for one asked after it. A doubt lives until a question about it is answered: the next one asks for it.
 */
export function createCatchUp(ask: (doubt: SyncScope) => Promise<void>) {
  let doubt: SyncScope = 'more';
  let coming: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  function run(): Promise<void> {
    if (coming) return coming;
    const asked = doubt;
    doubt = 'more';
    coming = ask(asked)
      .catch((error: unknown) => {
        doubt = wider(doubt, asked);
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
