import { type Branch, type Coordinates, coordinatesOf } from '@/domain/branches/branch';
import { distanceKm } from '@/domain/branches/branch-distance';
import { matchesBranch } from './matches-branch';

export type ListedBranch = {
  branch: Branch;
  coordinates: Coordinates | undefined;
  km: number | undefined;
};

/** Branches that match the query, in the shop's order, or nearest first if the position is known. */
export function listBranches(
  branches: Branch[],
  query: string,
  from: Coordinates | undefined,
): ListedBranch[] {
  const all = branches
    .filter((branch) => matchesBranch(branch, query))
    .map((branch) => {
      const coordinates = coordinatesOf(branch);
      return { branch, coordinates, km: from && coordinates && distanceKm(from, coordinates) };
    });
  if (!from) return all;
  return all.sort((a, b) => (a.km ?? Number.MAX_VALUE) - (b.km ?? Number.MAX_VALUE));
}
