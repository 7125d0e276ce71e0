import { Fragment } from 'react';
import { LocalizedText } from './LocalizedText';

type HighlightProps = { children: string; ranges: readonly number[][] };

/** Name with highlighted search matches. Ranges are `[start, end)`, in order. */
export function Highlight({ children: text, ranges }: HighlightProps) {
  let at = 0;
  const parts = ranges.map(([start = 0, end = 0]) => {
    const part = { start, before: text.slice(at, start), match: text.slice(start, end) };
    at = end;
    return part;
  });
  // One isolated text, because in an Arabic line its parts would be reordered.
  return (
    <bdi>
      {parts.map(({ start, before, match }) => (
        <Fragment key={start}>
          <LocalizedText>{before}</LocalizedText>
          <mark>{match}</mark>
        </Fragment>
      ))}
      <LocalizedText>{text.slice(at)}</LocalizedText>
    </bdi>
  );
}
