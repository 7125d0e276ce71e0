/** How a language writes figures and dates; `others.ts` makes them from the browser's data. */
export type Formats = {
  number: (value: number, decimals: number) => string;
  percent: (percent: number) => string;
  /** A calendar day in words; the month counts from 1. */
  day: (year: number, month: number, date: number) => string;
};

let formats: Formats | undefined;

/** The formats of a page in one of the languages without a route; routed ones are written by hand. */
export const pageFormats = (): Formats | undefined => formats;

/** A page has one language for its whole life, so this is said once, before anything is shown. */
export function setFormats(of: Formats | undefined): void {
  formats = of;
}
