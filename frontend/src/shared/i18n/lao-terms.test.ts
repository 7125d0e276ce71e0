import { expect, it } from 'vitest';
import { splitAtTerms } from './lao-terms';

it('keeps a shop term in one run', () => {
  expect(splitAtTerms('ຊີມັງປອດແລນ 50 ກິໂລ')).toEqual(['ຊີມັງ', 'ປອດແລນ', ' 50 ກິໂລ']);
});

it('never adds or drops a character', () => {
  const text = 'ກະເບື້ອງຫ້ອງນ້ຳ ແລະ ຫ້ອງຄົວ';
  expect(splitAtTerms(text).join('')).toBe(text);
});

it('leaves other scripts in one run', () => {
  expect(splitAtTerms('Portland cement')).toEqual(['Portland cement']);
});
