/** Branch in an address: its id, or `all`, which overrides the home branch. Absent means the home branch. */
export type BranchParam = number | 'all' | undefined;

/** The branch whose orders are shown; undefined for all branches. */
export function shownBranch(param: BranchParam, home: number | undefined): number | undefined {
  if (param === 'all') return undefined;
  return param ?? home;
}

/** Branch parameter in the address of a list that shows a branch, or all for undefined. */
export function branchParam(shown: number | undefined, home: number | undefined): BranchParam {
  return shown === undefined && home !== undefined ? 'all' : shown;
}
