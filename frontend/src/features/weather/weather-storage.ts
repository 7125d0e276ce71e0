import type { Weather } from '@/shared/api/types';
import { readLocal, writeLocal } from '@/shared/storage/local-storage';
import { readWeather } from './read-weather';

const STORAGE_KEY = 'heuan_weather';
const HOUR = 60 * 60 * 1000;
/** Maximum age in ms of an estimate, which is shorter because a reading may follow soon. */
const ESTIMATE_MAX_AGE_MS = 10 * 60 * 1000;

type StoredWeather = { timestamp: number; data: Weather[] };

/** Stored weather with its time; undefined if it is too old to show without a request. */
export function readStoredWeather(now: number): StoredWeather | undefined {
  const kept = readLocal<Partial<StoredWeather>>(STORAGE_KEY);
  if (typeof kept?.timestamp !== 'number') return undefined;
  try {
    const data = readWeather(kept);
    const age = now - kept.timestamp;
    return age >= 0 && age < maxAgeMs(data) ? { timestamp: kept.timestamp, data } : undefined;
  } catch {
    return undefined;
  }
}

export function storeWeather(data: Weather[], timestamp: number): void {
  writeLocal(STORAGE_KEY, { timestamp, data });
}

/** Maximum age of the data in milliseconds: one hour, or ten minutes if it contains an estimate. */
export const maxAgeMs = (data: Weather[]) =>
  data.some(({ estimated }) => estimated) ? ESTIMATE_MAX_AGE_MS : HOUR;
