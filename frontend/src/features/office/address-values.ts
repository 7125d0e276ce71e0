/** Parsers of single query parameters. An invalid value is undefined. */
export function oneOf<Value extends string>(
  known: readonly Value[],
  value: unknown,
): Value | undefined {
  return known.find((one) => one === value);
}

/** A text parameter, or undefined if it is empty or too long. */
export function text(value: unknown, maxLength: number): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : undefined;
}

/** A whole number parameter of at least `min`. */
export function whole(value: unknown, min: number): number | undefined {
  const number =
    typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isSafeInteger(number) && number >= min ? number : undefined;
}

/** A branch: its id, or `all`. */
export function branch(value: unknown): number | 'all' | undefined {
  return value === 'all' ? value : whole(value, 1);
}

/** A date parameter: `2026-11-21`. */
export function day(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}
