import type { LineChange } from './order-types';

/** Parses the lines of a 409 response; invalid entries are left out. */
export function readChanges(lines: unknown): LineChange[] {
  if (!Array.isArray(lines)) return [];
  return lines.filter(
    (line): line is LineChange =>
      typeof line === 'object' && line !== null && Number.isSafeInteger(line.pro_id),
  );
}
