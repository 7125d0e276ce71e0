import type { ReactNode } from 'react';
import { foreignTag } from '@/shared/i18n/foreign-script';
import { shownLanguage } from '@/shared/i18n/language-preference';
import { splitAtTerms } from '@/shared/i18n/lao-terms';

/**
 * Running text whose shop terms are never cut at a line end; other scripts pass through unchanged. Lao or English among
 * another language says so, for screen readers (WCAG 3.1.2). Among Arabic it keeps its own direction, with its
 * brackets and units where they belong. In an element of its own, as every text that changes (`src/jsx`).
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
