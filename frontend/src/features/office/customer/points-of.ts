import { latinDigits } from '@/shared/format/latin-digits';

const MAX_POINTS = 1_000_000;

/**
 * Parses the points of a correction: `50`, `+50`, `-1,200`, `−50`, also in digits of other scripts; undefined for other
 * texts.
 */
export function pointsOf(text: string): number | undefined {
  const plain = latinDigits(text)
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/\s/g, '');
  if (!/^[+-]?(?:\d{1,7}|\d{1,3}(?:,\d{3}){1,2})$/.test(plain)) return undefined;
  const points = Number(plain.replaceAll(',', ''));
  return points !== 0 && Math.abs(points) <= MAX_POINTS ? points : undefined;
}
