import { useRef, useState } from 'react';
import { typedQuantity } from './cart-quantity';

/**
 * Text of a quantity field while it is typed in, undefined otherwise. A text that is not a whole number is refused: the
 * quantity is what it was before the typing began. An empty text or 0 changes nothing; with `restores`, it has the
 * quantity from before the typing too, so that the part of a deleted number never stays. `isCapped` is set if more than
 * `max` was typed.
 */
export function useTypedQuantity(
  value: number,
  max: number,
  onChange: (value: number) => void,
  restores = false,
) {
  const [draft, setDraft] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const [isCapped, setCapped] = useState(false);
  const [lastValue, setLastValue] = useState(value);
  const typing = useRef({ before: value, last: value });

  // A new value from outside (another device, insufficient stock) replaces the typed one.
  if (lastValue !== value) {
    setLastValue(value);
    const typed = draft === undefined ? null : typedQuantity(draft, max);
    if (typed && typed !== value) setDraft(undefined);
  }

  const clear = () => {
    setRefused(undefined);
    setCapped(false);
  };

  const type = (text: string) => {
    if (draft === undefined) typing.current = { before: value, last: value };
    const quantity = typedQuantity(text, max);
    setRefused(quantity === null ? text.trim() : undefined);
    setCapped(Boolean(quantity) && typedQuantity(text, Number.POSITIVE_INFINITY) !== quantity);
    setDraft(quantity ? String(quantity) : text);
    const isRestored = quantity === null || (restores && quantity === undefined);
    const next = isRestored ? typing.current.before : quantity;
    if (!next || next === typing.current.last) return;
    typing.current.last = next;
    onChange(next);
  };

  /** Ends typing. Returns true if the field was left empty or at 0. The message of a former text goes with the next visit. */
  const leave = (): boolean => {
    if (draft === undefined) clear();
    setDraft(undefined);
    return draft !== undefined && typedQuantity(draft, max) === undefined;
  };

  /** Ends typing, because the quantity was changed in another way. */
  const reset = () => {
    setDraft(undefined);
    clear();
  };

  return { draft, refused, isCapped, type, leave, reset, clear };
}
