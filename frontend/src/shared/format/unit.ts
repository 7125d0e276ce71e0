/** Irregular plurals of units. */
const IRREGULAR: Record<string, string> = {
  dozen: 'dozen',
  foot: 'feet',
  half: 'halves',
  leaf: 'leaves',
  shelf: 'shelves',
};

/**
 * Unit beside a number: `9 boxes`. Catalogs have units in the singular, which only English changes; Lao names and
 * abbreviations (`kg`, `sq m`, `pcs`) are unchanged.
 */
export function unitOf(count: number, unit: string): string {
  const [, before = '', word = ''] = /^([a-z ]* )?([a-z]{3,})$/i.exec(unit) ?? [];
  return count === 1 || !word ? unit : before + plural(word);
}

function plural(word: string): string {
  const irregular = IRREGULAR[word.toLowerCase()];
  if (irregular) return irregular;
  if (!/[aeiouy]/i.test(word) || /[^s]s$/i.test(word)) return word;
  if (/(s|x|z|ch|sh)$/i.test(word)) return `${word}es`;
  return /[^aeiou]y$/i.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** Formats a file size: `112 kB`, `1.4 MB`. */
export function fileSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1000));
  return kilobytes < 1000 ? `${kilobytes} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
