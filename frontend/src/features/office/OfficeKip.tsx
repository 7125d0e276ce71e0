import { formatNumber, KIP } from '@/shared/format/kip';
import { Ltr } from '@/shared/ui/Ltr';

/** Whole kip, `₭1,375,000`; the sign before it is kept. */
export function OfficeKip({ value, isSigned = false }: { value: number; isSigned?: boolean }) {
  const sign = value < 0 ? '−' : isSigned && value > 0 ? '+' : '';
  return (
    <Ltr translate="no" className="o-kip">
      {sign}
      <i>{KIP}</i>
      {formatNumber(Math.abs(value))}
    </Ltr>
  );
}

/** The same amount inside a sentence. */
export const kipText = (value: number): string =>
  `${value < 0 ? '−' : ''}${KIP}${formatNumber(Math.abs(value))}`;
