import { describe, expect, it } from 'vitest';
import { moveByKey } from './arrow-keys';

describe('arrow keys in a list of five', () => {
  it.each([
    ['ArrowDown', 0, 1],
    ['ArrowDown', 4, null],
    ['ArrowUp', 0, null],
    ['ArrowUp', 3, 2],
    ['Home', 3, 0],
    ['End', 1, 4],
    ['ArrowRight', 2, 'next'],
    ['ArrowLeft', 2, 'previous'],
    ['a', 2, null],
  ])('%s from %i', (key, index, expected) => {
    expect(moveByKey(key, { index, count: 5, perRow: 1 })).toBe(expected);
  });
});

describe('arrow keys in a grid of eight with three columns', () => {
  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowRight', 2, 'next'],
    ['ArrowRight', 7, 'next'],
    ['ArrowLeft', 3, 'previous'],
    ['ArrowLeft', 4, 3],
    ['ArrowDown', 1, 4],
    ['ArrowDown', 5, 7],
    ['ArrowDown', 6, null],
    ['ArrowUp', 4, 1],
    ['ArrowUp', 2, null],
  ])('%s from %i', (key, index, expected) => {
    expect(moveByKey(key, { index, count: 8, perRow: 3 })).toBe(expected);
  });
});

it('arrow keys left and right are mirrored in right-to-left text', () => {
  expect(moveByKey('ArrowLeft', { index: 0, count: 2, perRow: 1 }, 'rtl')).toBe('next');
  expect(moveByKey('ArrowRight', { index: 0, count: 2, perRow: 1 }, 'rtl')).toBe('previous');
  expect(moveByKey('ArrowDown', { index: 0, count: 2, perRow: 1 }, 'rtl')).toBe(1);
});
