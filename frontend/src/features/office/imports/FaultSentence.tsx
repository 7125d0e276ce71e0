import type { FaultText } from './fault-texts';

/** A text of a fault. The part that is not translated is marked as English. */
export const FaultSentence = ({ of: { text, english } }: { of: FaultText }) => (
  <>
    {text}
    {text && english && ' '}
    {english && <span lang="en">{english}</span>}
  </>
);
