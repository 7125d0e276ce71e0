import { expect, it } from 'vitest';
import { parentList, relatedPages } from './related-pages';

it.each([
  ['about', 'company'],
  ['contact', 'company'],
  ['helpcenter', 'help'],
  ['privacy-policy', 'help'],
  ['investor', 'investor'],
  ['investor/annual-report', 'investor'],
])('page %s belongs to %s', (slug, family) => {
  expect(relatedPages(slug)).toBe(family);
});

it.each([
  ['news', 'news'],
  ['news/1', 'news'],
  ['homeguru/39', 'homeguru'],
  ['newsletter', undefined],
  ['about', undefined],
])('page %s is listed in %s', (slug, list) => {
  expect(parentList(slug)).toBe(list);
});
