import { CLOSES, OPENS, shopClock } from '@/shared/format/shop-clock';
import type { Branch } from './branch';

type Hours = Pick<Branch, 'open' | 'close'>;

/**
 * Whether a branch is open: from its opening until before its closing time; without its own hours those of the shop, 8
 * to 18.
 */
export function isOpenAt({ open, close }: Hours, now: number): boolean {
  const minute = minutesOf(shopClock(now).time) ?? 0;
  const from = minutesOf(open) ?? OPENS * 60;
  const until = minutesOf(close) ?? CLOSES * 60;
  return minute >= from && minute < until;
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d{1,2}):(\d{2})$/.exec(time.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  return Number(hours) * 60 + Number(minutes);
}
