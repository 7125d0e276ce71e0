import { useRef } from 'react';
import { formatNumber } from '@/shared/format/kip';
import { useReplayEarlySelection } from '@/shared/hydration/use-replay-early-input';
import { LocalizedText } from '@/shared/ui/LocalizedText';

type CheckRowProps = {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Number of products for this choice. */
  count?: number;
};

/** Choice of a filter, 44 px tall. */
export function CheckRow({ label, isChecked, onChange, count }: CheckRowProps) {
  const box = useRef<HTMLInputElement>(null);
  useReplayEarlySelection(
    box,
    ({ checked }) => checked === isChecked,
    ({ checked }) => onChange(checked),
  );
  return (
    <label className="flex min-h-(--tap) cursor-pointer items-center gap-3 text-sm hover:text-link">
      <input
        ref={box}
        type="checkbox"
        autoComplete="off"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
        className="check"
      />
      <span className="min-w-0 flex-1 py-1 leading-head">
        <LocalizedText>{label}</LocalizedText>
      </span>
      {count !== undefined && (
        <span className="num text-xs text-text-3">{formatNumber(count)}</span>
      )}
    </label>
  );
}
