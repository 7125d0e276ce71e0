import type { Envelope, Weather } from '@/shared/api/types';

/** The response is invalid. */
export class WeatherDataError extends Error {
  override readonly name = 'WeatherDataError';
}

/** The shop has no branch with coordinates. */
export class NoBranchesError extends Error {
  override readonly name = 'NoBranchesError';
}

/** Parses the valid entries of a response. */
export function readWeather(body: unknown): Weather[] {
  const list = (body as Partial<Envelope<unknown>> | null)?.data;
  if (!Array.isArray(list)) throw new WeatherDataError('not a list');
  if (list.length === 0) throw new NoBranchesError('no valid branch locations');
  const records = list.filter(isRecord);
  if (records.length === 0) throw new WeatherDataError('not one record in the list');
  return records;
}

function isRecord(item: unknown): item is Weather {
  const record = item as Partial<Weather> | null;
  return (
    [record?.temp, record?.feels_like, record?.humidity].every(Number.isFinite) &&
    typeof record?.cityName === 'object' &&
    typeof record.branchName === 'object' &&
    !Number.isNaN(Date.parse(record.timestamp ?? ''))
  );
}
