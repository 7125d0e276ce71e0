import { useEffect, useState } from 'react';

export type Rotation = {
  /** Current index: 0 to count − 1. */
  index: number;
  /** Goes one step further, or back with −1. The next automatic step comes a whole interval later. */
  step: (by: number) => void;
};

/**
 * Rotates the index from 0 to count − 1 and from the start again while not paused. With reduced motion only `step`
 * changes it.
 */
export function useRotation(count: number, everyMs: number, isPaused: boolean): Rotation {
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a step by hand restarts the pause
  useEffect(() => {
    const wantsStillness = matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (count < 2 || isPaused || wantsStillness) return;
    const timer = setTimeout(() => setTurn((current) => current + 1), everyMs);
    return () => clearTimeout(timer);
  }, [count, everyMs, isPaused, turn]);
  const index = count > 0 ? ((turn % count) + count) % count : 0;
  return { index, step: (by) => setTurn((current) => current + by) };
}
