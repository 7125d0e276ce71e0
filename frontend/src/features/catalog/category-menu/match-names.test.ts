import { describe, expect, it } from 'vitest';
import type { Category, Group, Product } from '@/shared/api/types';
import { findCategories, findGroups, findProducts, matchesName } from './match-names';

const category = (cat_id: number, cat_name_la: string, cat_name_en: string) =>
  ({ cat_id, cat_name_la, cat_name_en }) as Category;
const group = (prog_id: number, cat_id: number, prog_name_la: string, prog_name_en: string) =>
  ({ prog_id, cat_id, prog_name_la, prog_name_en }) as Group;
const product = (pro_id: number, pro_name_la: string, pro_name_en: string) =>
  ({ pro_id, pro_name_la, pro_name_en }) as Product;

describe('matches', () => {
  it.each([
    ['an empty query', '', 'ສີ', 'Paint', true],
    ['part of the English name, any case', 'PAIN', 'ສີ', 'House paint', true],
    ['part of the Lao name', 'ເບື້ອງ', 'ກະເບື້ອງປູພື້ນ', 'Floor tiles', true],
    ['spaces around it', '  tile ', 'ກະເບື້ອງ', 'Tiles', true],
    ['another word', 'lamp', 'ສີ', 'Paint', false],
    ['ຳ typed as two signs', 'ນໍ້າ', 'ຫ້ອງນ້ຳ', 'Bathroom', true],
    ['the other order of tone and vowel', 'ນ້ໍາ', 'ຫ້ອງນ້ຳ', 'Bathroom', true],
    ['invisible marks of copied text', 'ປອດ\u2060ແລນ', 'ຊີມັງປອດແລນ', 'Portland', true],
    ['a name in one language only', 'ສີ', 'ສີ', '', true],
  ])('%s', (_name, query, la, en, expected) => {
    expect(matchesName(query, la, en)).toBe(expected);
  });
});

const paint = category(1, 'ສີ', 'Paint');
const tools = category(2, 'ເຄື່ອງມື', 'Tools');
const groups = [group(11, 1, 'ແປງທາສີ', 'Brushes'), group(21, 2, 'ສະຫວ່ານ', 'Drills')];

it.each([
  ['by its own name', 'tool', [2]],
  ['by the name of a group in it', 'drill', [2]],
  ['by either', 'ສີ', [1]],
  ['none', 'zzz', []],
])('findCategories: %s', (_name, query, ids) => {
  expect(findCategories(query, [paint, tools], groups).map(({ cat_id }) => cat_id)).toEqual(ids);
});

it.each([
  ['by name', 'brush', [11]],
  ['all, when the category has the name', 'paint', [11, 12]],
  ['none', 'drill', []],
])('findGroups: %s', (_name, query, ids) => {
  const inPaint = [group(11, 1, 'ແປງ', 'Brushes'), group(12, 1, 'ລູກກິ້ງ', 'Rollers')];
  expect(findGroups(query, inPaint, paint).map(({ prog_id }) => prog_id)).toEqual(ids);
});

it.each([
  ['by name', '18v', [1]],
  ['all, when the group has the name', 'drill', [1, 2]],
  ['all, when the category has the name', 'tools', [1, 2]],
  ['none', 'cement', []],
])('findProducts: %s', (_name, query, ids) => {
  const products = [product(1, 'ສະຫວ່ານ', 'Cordless 18V'), product(2, 'ສະຫວ່ານ', 'Hammer action')];
  const drills = groups[1];
  expect(findProducts(query, products, tools, drills).map(({ pro_id }) => pro_id)).toEqual(ids);
});
