import type { ReactNode } from 'react';
import { foreignTag } from '@/shared/i18n/foreign-script';
import { shownLanguage } from '@/shared/i18n/language-preference';
import { splitAtTerms } from '@/shared/i18n/lao-terms';

/**
 * Text whose shop terms are not broken at a line end. Lao or English text on a page in another language gets a `lang`
 * attribute for screen readers (WCAG 3.1.2), and on Arabic pages its own direction. It is wrapped in an element of its
 * own, like every text that changes (`shared/jsx`).
 */
export function LocalizedText({ children }: { children: string }) {
  const { tag, dir } = shownLanguage();
  const runs = splitAtTerms(children);
  const text: ReactNode = runs.length === 1 ? children : runs.map(run);
  const lang = foreignTag(children, tag);
  const isTurned = dir === 'rtl' && !ARABIC.test(children);
  return isTurned ? <bdi lang={lang}>{text}</bdi> : <span lang={lang}>{text}</span>;
}

const ARABIC = /\p{Script=Arabic}/u;

function run(text: string, index: number) {
  return index % 2 === 1 ? (
    <span key={index} className="whitespace-nowrap">
      {text}
    </span>
  ) : (
    text
  );
}
