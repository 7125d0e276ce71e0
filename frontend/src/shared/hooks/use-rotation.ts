import { useEffect, useState } from 'react';

export type Rotation = {
  /** 0 … count−1. */
  index: number;
  /** One further, or one back with −1; the next turn comes a whole pause later. */
  step: (by: number) => void;
};

/** Turns from 0 to count−1 and round again while not paused; with reduced motion only by `step`. */
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
