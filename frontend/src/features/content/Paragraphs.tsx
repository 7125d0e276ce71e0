import type { LocalText } from '@/shared/api/types';
import { ReadingText } from './ReadingText';

/** Running text set for long reading. */
export function Paragraphs({ paragraphs }: { paragraphs: LocalText[] }) {
  if (paragraphs.length === 0) return null;
  return (
    <div className="prose">
      {paragraphs.map((paragraph) => (
        <p key={paragraph.la + paragraph.en}>
          <ReadingText>{paragraph}</ReadingText>
        </p>
      ))}
    </div>
  );
}
