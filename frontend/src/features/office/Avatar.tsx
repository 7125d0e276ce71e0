const TINTS = ['leaf', 'clay', 'turmeric', 'indigo'] as const;

/** Initial of a person on a colored tile, beside the name. */
export function Avatar({ name, isLarge = false }: { name: string; isLarge?: boolean }) {
  const sum = [...name].reduce((total, sign) => total + (sign.codePointAt(0) ?? 0), 0);
  return (
    <span
      aria-hidden
      data-tint={TINTS[sum % TINTS.length]}
      data-large={isLarge || undefined}
      className="o-avatar"
    >
      {initialOfName(name)}
    </span>
  );
}

/** First letter; a Lao vowel that is written before its consonant is left out. */
export function initialOfName(name: string): string {
  const letters = [...name.trim()].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
  const first = letters.find((sign) => !/[ເແໂໃໄ]/.test(sign)) ?? letters[0];
  return first?.toUpperCase() ?? '?';
}
