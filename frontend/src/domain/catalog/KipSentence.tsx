import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Kip } from './Price';

/** Placeholder for the amount while the sentence is translated. */
const MARK = '\uE000';

type KipSentenceProps = {
  kip: number;
  /** Translates the sentence for an amount that is given as text. */
  text: (amount: string) => string;
};

/** Sentence that contains an amount, formatted like a price with small decimals. */
export function KipSentence({ kip, text }: KipSentenceProps) {
  const [before, after] = text(MARK).split(MARK);
  return (
    <span className="[&_small]:text-inherit">
      {before && <LocalizedText>{before}</LocalizedText>}
      <Kip value={kip} />
      {after && <LocalizedText>{after}</LocalizedText>}
    </span>
  );
}
