/** Minimum length for a product search. Suggestions begin with one character. */
export const MIN_CHARACTERS = 2;
/** Maximum length that the server accepts. */
export const MAX_CHARACTERS = 200;

/** Normalized search text: one line, single spaces, at most the maximum length. */
export function searchText(typed: string): string {
  const line = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length <= MAX_CHARACTERS ? line : [...line].slice(0, MAX_CHARACTERS).join('').trim();
}

export const isSearchable = (text: string) => [...text].length >= MIN_CHARACTERS;

export const isSameText = (a: string, b: string) =>
  a.normalize('NFC').toLowerCase() === b.normalize('NFC').toLowerCase();
