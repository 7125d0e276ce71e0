/** Number and date formats of a language; `unrouted-formats.ts` makes them with `Intl`. */
export type Formats = {
  number: (value: number, decimals: number) => string;
  percent: (percent: number) => string;
  /** Formats a calendar date; the month counts from 1. */
  day: (year: number, month: number, date: number) => string;
};

let formats: Formats | undefined;

/** Formats of a page in an unrouted language; undefined for routed ones, whose formats are written by hand. */
export const pageFormats = (): Formats | undefined => formats;

/** Sets the formats. Called once before rendering, because a page never changes its language. */
export function setFormats(of: Formats | undefined): void {
  formats = of;
}
