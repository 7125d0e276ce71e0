export type Point = { x: number; y: number };

/** A pointer that rests this long on an entry means it. */
export const HOVER_DELAY_MS = 60;
/** A pointer on its way to the next column gets this long to arrive there. */
export const DIAGONAL_DELAY_MS = 320;

/**
 * How long a pointer must stay on an entry before the entry opens. Moving mainly towards the next column (`side`: 1
 * when that is to the right, -1 to the left) it only passes over what lies between.
 */
export function hoverDelay(from: Point, to: Point, side: 1 | -1): number {
  const aside = (to.x - from.x) * side;
  return aside > 0 && aside * 2 >= Math.abs(to.y - from.y) ? DIAGONAL_DELAY_MS : HOVER_DELAY_MS;
}
