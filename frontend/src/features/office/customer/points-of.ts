import { readWholeNumber } from '@/shared/format/whole-number';

const MAX_POINTS = 1_000_000;

/**
 * Parses the points of a correction: `50`, `+50`, `-1,200`, `−50`, also in digits of other scripts; undefined for other
 * texts.
 */
export function pointsOf(text: string): number | undefined {
  const [, sign = '', digits = ''] = /^\s*([+\-\u2212\u2013]?)(.*)$/s.exec(text) ?? [];
  const points = readWholeNumber(digits);
  if (!points || points > MAX_POINTS) return undefined;
  return sign === '' || sign === '+' ? points : -points;
}
