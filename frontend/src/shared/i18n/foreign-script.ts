/** Languages that are not written in Latin letters. Latin words in their texts are English. */
const OTHER_SCRIPT = /^(lo|th|zh|km|ja|ko|ru|ar)\b/;

/**
 * Language tag of a text that is not in the page's language: catalog texts are in Lao or English. Undefined for
 * texts in the page's language, and if the letters do not tell, as English in French.
 */
export function foreignTag(text: string, pageTag: string): 'lo' | 'en' | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  const lao = letters.filter((letter) => /\p{Script=Lao}/u.test(letter)).length;
  const isOther = /[^\p{Script=Lao}\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(
    text,
  );
  // A text of the page may contain a Lao unit, and a Lao name a Latin brand.
  if (lao > 0) return pageTag !== 'lo' && !isOther && lao * 3 >= letters.length ? 'lo' : undefined;
  return OTHER_SCRIPT.test(pageTag) && !isOther && /\p{Script=Latin}{2}/u.test(text)
    ? 'en'
    : undefined;
}
