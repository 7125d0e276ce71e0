import { type Branch, type Place, placeOf } from '@/domain/branches/branch';
import { distanceKm } from '@/domain/branches/branch-distance';
import { matches } from './matches-branch';

export type Listed = { branch: Branch; place: Place | undefined; km: number | undefined };

/** The branches that match, as the shop orders them, or the nearest first once it is known from where. */
export function listed(branches: Branch[], query: string, from: Place | undefined): Listed[] {
  const all = branches
    .filter((branch) => matches(branch, query))
    .map((branch) => {
      const place = placeOf(branch);
      return { branch, place, km: from && place && distanceKm(from, place) };
    });
  if (!from) return all;
  return all.sort((a, b) => (a.km ?? Number.MAX_VALUE) - (b.km ?? Number.MAX_VALUE));
}
