const MAX_POINTS = 1_000_000;
const LAO_ZERO = 0x0ed0;

/** The points of a correction as typed: `50`, `+50`, `-1,200`, `−50`, also in Lao digits; undefined if it is none. */
export function pointsOf(text: string): number | undefined {
  const plain = text
    .replace(/[\u0ed0-\u0ed9]/g, (digit) => String((digit.codePointAt(0) ?? 0) - LAO_ZERO))
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\s,]/g, '');
  if (!/^[+-]?\d{1,7}$/.test(plain)) return undefined;
  const points = Number(plain);
  return points !== 0 && Math.abs(points) <= MAX_POINTS ? points : undefined;
}
