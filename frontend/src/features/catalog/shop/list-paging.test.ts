import { expect, it } from 'vitest';
import { moreCount, nextRange, pageCount, pageRange, pagesOf, shownUntil } from './list-paging';

it.each([
  ['the first page', undefined, undefined, [1]],
  ['a page from a link alone', 3, undefined, [3]],
  ['all pages opened so far', 3, 1, [1, 2, 3]],
  ['the page, when the memory makes no sense', 2, 9, [2]],
  ['never more than eight', 25, 1, Array.from({ length: 8 }, (_, i) => 18 + i)],
])('page range shows %s', (_name, page, from, pages) => {
  expect(pagesOf(pageRange(page, from))).toEqual(pages);
});

it.each([
  [
    { first: 1, last: 1 },
    { first: 1, last: 2 },
  ],
  [
    { first: 3, last: 5 },
    { first: 3, last: 6 },
  ],
  [
    { first: 1, last: 8 },
    { first: 9, last: 9 },
  ],
])('page after %o is %o', (range, next) => {
  expect(nextRange(range)).toEqual(next);
});

it.each([
  [0, 1],
  [24, 1],
  [25, 2],
  [844, 36],
])('%s products have %s pages', (total, pages) => {
  expect(pageCount(total)).toBe(pages);
});

it.each([
  ['a whole page', 1, 68, false, 24],
  ['the rest', 2, 68, false, 20],
  ['nothing at the end', 3, 68, false, 0],
  ['nothing past the end', 9, 68, true, 0],
  ['nothing after an empty page, whatever the total says', 2, 68, true, 0],
])('"show more" loads %s', (_name, last, total, isEmpty, count) => {
  expect(moreCount({ first: 1, last }, total, isEmpty)).toBe(count);
});

it.each([
  [1, 68, 24],
  [3, 68, 68],
  [1, 4, 4],
])('page %s of size %s ends at product %s', (last, total, shown) => {
  expect(shownUntil({ first: 1, last }, total)).toBe(shown);
});
