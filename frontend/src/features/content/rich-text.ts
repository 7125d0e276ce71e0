import { telHref } from '@/shared/format/tel-href';
export type Run = { text: string; href?: string };

const EMAIL = String.raw`[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}`;
const PHONE = String.raw`\b0\d{2}(?: \d{3,4}){2}\b`;
const PATTERN = new RegExp(`(${EMAIL}|${PHONE})`, 'i');

/** Splits a text into runs. Addresses and phone numbers become links. */
export function richText(text: string): Run[] {
  return text
    .split(PATTERN)
    .filter(Boolean)
    .map((run) => {
      if (!PATTERN.test(run)) return { text: run };
      return {
        text: run,
        href: run.includes('@') ? `mailto:${run}` : telHref(run),
      };
    });
}

/** The first e-mail address in the texts. */
export function findEmail(texts: string[]): string | undefined {
  return texts.flatMap((text) => new RegExp(EMAIL, 'i').exec(text) ?? [])[0];
}
