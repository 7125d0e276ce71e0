import type { Weather } from '@/shared/api/types';
import { readLocal, writeLocal } from '@/shared/storage/local-storage';
import { readWeather } from './read-weather';

const KEY = 'heuan_weather';
const HOUR = 60 * 60 * 1000;
/** An estimate is no reading: the shop may have one soon. */
const ESTIMATE_KEPT = 10 * 60 * 1000;

type Kept = { timestamp: number; data: Weather[] };

/** What this browser was told, and when; nothing once it is too old to show without asking. */
export function keptWeather(now: number): Kept | undefined {
  const kept = readLocal<Partial<Kept>>(KEY);
  if (typeof kept?.timestamp !== 'number') return undefined;
  try {
    const data = readWeather(kept);
    const age = now - kept.timestamp;
    return age >= 0 && age < lasts(data) ? { timestamp: kept.timestamp, data } : undefined;
  } catch {
    return undefined;
  }
}

export function keepWeather(data: Weather[], timestamp: number): void {
  writeLocal(KEY, { timestamp, data });
}

/** How long an answer need not be asked for again, in milliseconds. */
export const lasts = (data: Weather[]) =>
  data.some(({ estimated }) => estimated) ? ESTIMATE_KEPT : HOUR;
