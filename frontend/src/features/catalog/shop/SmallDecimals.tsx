import { keepTogether } from '@/shared/i18n/keep-together';
import { Ltr } from '@/shared/ui/Ltr';

/** Length of the decimals of an amount: `.00`. */
const DECIMALS = 3;

type SmallDecimalsProps = {
  text: string;
  /** Amounts with decimals, in the order of the text. */
  amounts: string[];
};

/** Text whose amounts have small decimals, like a price. Screen readers and copied text get it as plain text. */
export function SmallDecimals({ text: given, amounts: [amount, ...rest] }: SmallDecimalsProps) {
  // Before the amount is separated from its unit.
  const text = keepTogether(given);
  const at = amount ? text.indexOf(amount) : -1;
  if (!amount || at < 0) return text && <span>{text}</span>;
  const end = at + amount.length;
  return (
    <>
      {at > 0 && <span>{text.slice(0, at)}</span>}
      <Ltr className="whitespace-nowrap">
        <span>{amount.slice(0, -DECIMALS)}</span>
        <small className="text-[max(.62em,11px)]">{amount.slice(-DECIMALS)}</small>
      </Ltr>
      <SmallDecimals text={text.slice(end)} amounts={rest} />
    </>
  );
}
