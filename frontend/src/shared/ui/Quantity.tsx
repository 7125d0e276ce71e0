import type { ReactNode } from 'react';
import { formatNumber } from '../format/kip';
import { unitOf } from '../format/unit';
import { Ltr } from './Ltr';

type QuantityProps = {
  count: number;
  /** Name of the unit in the singular; empty for none. */
  unit: string;
  /** Amount before the number, `₭58,000 × 8 bags`, which is written in the direction of the number. */
  factor?: ReactNode;
  /** Whether the number is bold. */
  isStrong?: boolean;
  unitClassName?: string;
};

/** A number with its unit, which no line break separates: `9 boxes`. */
export function Quantity({ count, unit, factor, isStrong = false, unitClassName }: QuantityProps) {
  const number = formatNumber(count);
  return (
    <>
      <Ltr>
        {factor && <>{factor} × </>}
        {isStrong ? <b>{number}</b> : number}
      </Ltr>
      {unit && <span className={unitClassName}>{`\u00a0${unitOf(count, unit)}`}</span>}
    </>
  );
}
