/**
 * Fragment of the address while the branch finder is open: `#stores`, or `#stores=4` with branch 4 chosen. Such an
 * address can be shared.
 */
const WORD = 'stores';

export type FinderHash = { chosen: number | undefined };

export function parseFinderHash(hash: string): FinderHash | undefined {
  const [word, id, ...more] = hash.replace(/^#/, '').split('=');
  if (word !== WORD || more.length > 0) return undefined;
  const chosen = Number(id);
  return { chosen: Number.isSafeInteger(chosen) && chosen > 0 ? chosen : undefined };
}

export const formatFinderHash = (chosen?: number) => (chosen ? `${WORD}=${chosen}` : WORD);
