import { useRef } from 'react';
import { useReplayEarlyInput } from '@/shared/hydration/use-replay-early-input';

type PriceBoxProps = {
  label: string;
  /** Placeholder of the empty box, such as the lowest price. */
  example: string | null | undefined;
  text: string;
  onType: (text: string) => void;
  /** Id of the element with the error message of this box. */
  messageId: string | undefined;
};

/** Text field for one of the two price bounds. */
export function PriceBox({ label, example, text, onType, messageId }: PriceBoxProps) {
  const box = useRef<HTMLInputElement>(null);
  useReplayEarlyInput(box, text, ({ value }) => onType(value));
  return (
    <input
      ref={box}
      inputMode="numeric"
      autoComplete="off"
      aria-label={label}
      placeholder={example || label}
      value={text}
      onChange={(event) => onType(event.target.value)}
      aria-invalid={messageId ? true : undefined}
      aria-describedby={messageId}
      className="num h-11 w-full min-w-0 rounded-md bg-surface px-2.5 inset-ring inset-ring-line-strong focus-inside aria-invalid:[--focus-offset:2px] aria-invalid:inset-ring-2 aria-invalid:inset-ring-err"
    />
  );
}
