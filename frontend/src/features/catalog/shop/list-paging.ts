import { PAGE_SIZE } from '../catalog-queries';

/** Maximum number of pages in one list: more than 200 products make phones slow, so the list starts again. */
export const MAX_PAGES = 8;

/** Pages shown at once: the last one is in the address, the earlier ones were loaded before. */
export type PageRange = { first: number; last: number };

export function pageRange(page = 1, openedFrom = page): PageRange {
  const first = Math.max(1, page - MAX_PAGES + 1, Math.min(openedFrom, page));
  return { first, last: page };
}

export function pagesOf({ first, last }: PageRange): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** Target of "show more": the next page, appended to the loaded ones unless there are too many. */
export function nextRange({ first, last }: PageRange): PageRange {
  const isFull = last - first + 1 >= MAX_PAGES;
  return { first: isFull ? last + 1 : first, last: last + 1 };
}

export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / PAGE_SIZE));
}

/** Position of the last visible product, counted over the whole list. */
export function shownUntil({ last }: PageRange, total: number): number {
  return Math.min(total, last * PAGE_SIZE);
}

/** Number of products on the next page; 0 at the end. An empty page is the end, whatever the total says. */
export function moreCount(range: PageRange, total: number, isLastEmpty: boolean): number {
  return isLastEmpty ? 0 : Math.min(PAGE_SIZE, Math.max(0, total - range.last * PAGE_SIZE));
}
