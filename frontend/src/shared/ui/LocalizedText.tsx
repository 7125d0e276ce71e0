import type { ReactNode } from 'react';
import type { LocalText } from '@/shared/api/types';
import { foreignTag } from '@/shared/i18n/foreign-script';
import { shownLanguage } from '@/shared/i18n/language-preference';
import { splitAtTerms } from '@/shared/i18n/lao-terms';
import { localText } from '@/shared/i18n/pick-text';

/**
 * Text whose shop terms are not broken at a line end. Lao or English text on a page in another language gets a
 * `lang` attribute for screen readers (WCAG 3.1.2), and on Arabic pages its own direction. It is wrapped in an
 * element of its own, like every text that changes (`shared/jsx`). The language of a catalog text is chosen here, so
 * it is known.
 */
export function LocalizedText({ children }: { children: string | LocalText }) {
  const language = shownLanguage();
  const { tag, dir } = language;
  const [text, en] =
    typeof children === 'string' ? [children] : [localText(children, language), children.en];
  const runs = splitAtTerms(text);
  const shown: ReactNode = runs.length === 1 ? text : runs.map(run);
  const lang = foreignTag(text, tag) ?? (text === en && tag !== 'en' ? 'en' : undefined);
  const isTurned = dir === 'rtl' && !ARABIC.test(text);
  return isTurned ? <bdi lang={lang}>{shown}</bdi> : <span lang={lang}>{shown}</span>;
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
