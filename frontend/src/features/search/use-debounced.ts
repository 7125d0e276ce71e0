import { useEffect, useState } from 'react';

const PAUSE = 500;

/** What was typed, once the typing pauses. Emptying it counts at once. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text);
  if (text === '' && settled !== '') setSettled('');
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : settled;
}
