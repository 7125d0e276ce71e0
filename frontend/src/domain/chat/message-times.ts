import type { ChatMessage } from '@/shared/live/live-events';

const OFFSET = 7 * 60 * 60 * 1000;
const DAY = 24 * 60 * 60 * 1000;
/** Minimum time between two messages with separate time headings: 10 minutes. */
const APART = 10 * 60 * 1000;

/** Time of day of an RFC 3339 time in +07:00: `15:20`. */
export const timeOf = (at: string): string => /T(\d\d:\d\d)/.exec(at)?.[1] ?? '';

/** Whether a day is today or yesterday, in Vientiane. */
export function nearDay(at: string, now: number): 'today' | 'yesterday' | null {
  const day = at.slice(0, 10);
  const dayOf = (time: number) => new Date(time + OFFSET).toISOString().slice(0, 10);
  if (day === dayOf(now)) return 'today';
  return day === dayOf(now - DAY) ? 'yesterday' : null;
}

/** Whether a message starts a new group with a time heading. */
export function startsGroup(before: ChatMessage | undefined, message: ChatMessage): boolean {
  if (!before || before.msdate.slice(0, 10) !== message.msdate.slice(0, 10)) return true;
  return Date.parse(message.msdate) - Date.parse(before.msdate) > APART;
}
