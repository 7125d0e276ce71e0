/** Languages not written in Latin letters: words in these are English among them. */
const OTHER_SCRIPT = /^(lo|th|zh|km|ja|ko|ru|ar)\b/;

/**
 * The language of a text that is not the page's: catalog texts are in Lao or English (D4). Nothing when it is the
 * page's own, or cannot be derived from its letters, as English among French.
 */
export function foreignTag(text: string, pageTag: string): 'lo' | 'en' | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const lao = letters.filter((letter) => /\p{Script=Lao}/u.test(letter)).length;
  const isOther = /[^\p{Script=Lao}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(
    text,
  );
  // A sentence of the page may have a Lao unit in it, and a Lao name a brand.
  if (lao > 0) return pageTag !== 'lo' && !isOther && lao * 3 >= letters.length ? 'lo' : undefined;
  return OTHER_SCRIPT.test(pageTag) && !isOther && /\p{Script=Latin}{2}/u.test(text)
    ? 'en'
    : undefined;
}
