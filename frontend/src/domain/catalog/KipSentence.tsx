import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Kip } from './Price';

/** Stands for the amount while the sentence is translated. */
const MARK = '\uE000';

type KipSentenceProps = {
  kip: number;
  /** The sentence around an amount that is given as text. */
  text: (amount: string) => string;
};

/** A sentence with an amount in it that is written as prices are, with small decimals in the color of the sentence. */
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
