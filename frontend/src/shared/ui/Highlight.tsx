import { Fragment } from 'react';
import { LocalizedText } from './LocalizedText';

type HighlightProps = { children: string; ranges: readonly number[][] };

/** A name with the parts that were searched for marked. Ranges are `[start, end)`, in order. */
export function Highlight({ children: text, ranges }: HighlightProps) {
  let at = 0;
  const parts = ranges.map(([start = 0, end = 0]) => {
    const part = { start, before: text.slice(at, start), match: text.slice(start, end) };
    at = end;
    return part;
  });
  // One text: in a line of Arabic its parts would stand in the order of Arabic.
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
