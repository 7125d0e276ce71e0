import { expect, it } from 'vitest';
import { popularIn } from './popular-searches';

const search = (searchtext: string) => ({ searchtext, icount: 1 });
const LAO = ['ຊີມັງ', 'ດອກໄຟ LED'];
const THAI = ['ปูน'];
const ENGLISH = ['cement', 'PVC pipe 1/2'];
const ALL = [...LAO, ...THAI, ...ENGLISH].map(search);

it.each([
  ['lo', LAO],
  ['th', THAI],
  ['en', ENGLISH],
  ['vi', ENGLISH],
  ['fr', ENGLISH],
  ['zh-CN', [...LAO, ...THAI, ...ENGLISH]],
  ['ar', [...LAO, ...THAI, ...ENGLISH]],
])('popular searches on a page in %s are those in its script, else all', (tag, wanted) => {
  expect(popularIn(tag, ALL).map(({ searchtext }) => searchtext)).toEqual(wanted);
});

it('popular searches are eight at most, the first ones of the language', () => {
  const many = Array.from({ length: 20 }, (_, index) => search(index % 2 ? `a${index}` : 'ສີ'));
  const shown = popularIn('en', many).map(({ searchtext }) => searchtext);
  expect(shown).toEqual(['a1', 'a3', 'a5', 'a7', 'a9', 'a11', 'a13', 'a15']);
});
