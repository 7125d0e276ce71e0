import { useRef, useState } from 'react';
import { typedQuantity } from './cart-quantity';

/**
 * Text of a quantity field while it is typed in, undefined otherwise. An empty text or 0 changes nothing. A text that is not a
 * whole number is refused: the quantity is what it was before the typing began.
 */
export function useTypedQuantity(value: number, max: number, onChange: (value: number) => void) {
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [lastValue, setLastValue] = useState(value);
  const typing = useRef({ before: value, last: value });

  // A new value from outside (another device, insufficient stock) replaces the typed one.
  if (lastValue !== value) {
    setLastValue(value);
    const typed = draft === undefined ? null : typedQuantity(draft, max);
    if (typed && typed !== value) setDraft(undefined);
  }

  const type = (text: string) => {
    if (draft === undefined) typing.current = { before: value, last: value };
    const quantity = typedQuantity(text, max);
    setRefused(quantity === null ? text.trim() : undefined);
    setDraft(quantity ? String(quantity) : text);
    const next = quantity === null ? typing.current.before : quantity;
    if (!next || next === typing.current.last) return;
    typing.current.last = next;
    onChange(next);
  };

  /** Ends typing. Returns true if the field was left empty or at 0. */
  const leave = (): boolean => {
    setDraft(undefined);
    return draft !== undefined && typedQuantity(draft, max) === undefined;
  };

  /** Ends typing, because the quantity was changed in another way. */
  const reset = () => {
    setDraft(undefined);
    setRefused(undefined);
  };

  return { draft, refused, type, leave, reset };
}
