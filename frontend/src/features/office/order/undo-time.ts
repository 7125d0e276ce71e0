/** Time in which a step can be undone, in seconds. */
export const UNDO_SECONDS = 10;

/**
 * Remaining seconds to undo a step, rounded up; 0 when the time is over. The server sends `until` only while the undo
 * is possible. If this computer's clock contradicts that, the whole time counts from the arrival of the response.
 */
export function undoSeconds(until: string | null, receivedAt: number, now: number): number {
  if (until === null) return 0;
  const remaining = Date.parse(until) - receivedAt;
  const isPlausible = remaining > 0 && remaining <= UNDO_SECONDS * 1000;
  const left = (isPlausible ? remaining : UNDO_SECONDS * 1000) - (now - receivedAt);
  return left > 0 ? Math.ceil(left / 1000) : 0;
}
