import { expect, it } from 'vitest';
import { contentSlug } from './content-slug';

it.each([
  ['/about', 'about'],
  ['/blogs/news', 'news'],
  ['/blogs/news/1', 'news/1'],
  ['/homeguru/39', 'homeguru/39'],
  ['/investor/ir-relations/', 'investor/ir-relations'],
])('slug %s → %s', (path, slug) => {
  expect(contentSlug(path)).toBe(slug);
});
