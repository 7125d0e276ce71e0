/** How long a step can be taken back. */
export const UNDO_SECONDS = 10;

/**
 * Seconds left to take a step back, rounded up; 0 when it is over. The shop tells `until` only while it is possible, so
 * where the clock of this computer says otherwise at the time of the answer, the whole time is left from then on.
 */
export function undoSeconds(until: string | null, receivedAt: number, now: number): number {
  if (until === null) return 0;
  const told = Date.parse(until) - receivedAt;
  const isPlausible = told > 0 && told <= UNDO_SECONDS * 1000;
  const left = (isPlausible ? told : UNDO_SECONDS * 1000) - (now - receivedAt);
  return left > 0 ? Math.ceil(left / 1000) : 0;
}
