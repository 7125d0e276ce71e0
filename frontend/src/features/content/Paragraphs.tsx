import type { LocalText } from '@/shared/api/types';
import { useLocal } from '@/shared/i18n/language-context';
import { ReadingText } from './ReadingText';

/** Running text set for long reading. */
export function Paragraphs({ paragraphs }: { paragraphs: LocalText[] }) {
  const local = useLocal();
  if (paragraphs.length === 0) return null;
  return (
    <div className="prose">
      {paragraphs.map((paragraph) => (
        <p key={paragraph.la + paragraph.en}>
          <ReadingText>{local(paragraph)}</ReadingText>
        </p>
      ))}
    </div>
  );
}
