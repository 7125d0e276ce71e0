import { formatNumber, KIP } from '@/shared/format/kip';
import { Ltr } from '@/shared/ui/Ltr';

/** Amount in whole kip, `₭1,375,000`. With `isSigned`, a plus sign is shown as well. */
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

/** Amount as text, for use inside a sentence. */
export const kipText = (value: number): string =>
  `${value < 0 ? '−' : ''}${KIP}${formatNumber(Math.abs(value))}`;
