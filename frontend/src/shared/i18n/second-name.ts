import type { Language } from './languages';

/**
 * English name that stands below a Lao one; none where Lao is read (also by readers of Thai), where the name is English
 * already (D4), or where there is no other.
 */
export function secondName(la: string, en: string, { code, tag }: Language): string | undefined {
  if (code === 'en' || /^(lo|th|en)$/.test(tag) || !la || !en || la === en) return undefined;
  return en;
}

/** The Lao name with the English one after it, where one line has to do: `ຊີມັງ · Cement`. */
export function withSecondName(name: string, la: string, en: string, language: Language): string {
  const second = secondName(la, en, language);
  return second ? `${name} · ${second}` : name;
}
