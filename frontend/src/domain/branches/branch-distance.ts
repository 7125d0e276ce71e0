import type { Coordinates } from './branch';

const EARTH_KM = 6371;
const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in kilometers (haversine formula). */
export function distanceKm(from: Coordinates, to: Coordinates): number {
  const [a, b] = [radians(from.lat), radians(to.lat)];
  const turn = radians(to.lng - from.lng);
  const half = Math.sin((b - a) / 2) ** 2 + Math.cos(a) * Math.cos(b) * Math.sin(turn / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}

/** Formats a distance: one decimal below 10 km, whole kilometers above. */
export const formatKm = (km: number) => (km < 9.95 ? km.toFixed(1) : String(Math.round(km)));
