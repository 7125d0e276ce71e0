import type { LocalText } from '@/shared/api/types';
import { useLocal } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { richText } from './rich-text';

/** Paragraph in which web addresses, e-mail addresses and phone numbers are links. */
export function ReadingText({ children }: { children: LocalText }) {
  const chosen = useLocal()(children);
  const isEnglish = chosen === children.en;
  return richText(chosen).map(({ text, href }, index) =>
    href ? (
      <a
        // biome-ignore lint/suspicious/noArrayIndexKey: the runs of a text have no other identity
        key={index}
        href={href}
        className="font-medium whitespace-nowrap text-link underline underline-offset-4"
      >
        {text}
      </a>
    ) : (
      <LocalizedText key={text}>{isEnglish ? { la: '', en: text } : text}</LocalizedText>
    ),
  );
}
