import { expect, it } from 'vitest';
import { findImage } from './accepted-files';
import { DEVICES } from './device';

const file = (size: number, type = 'image/png') => {
  const made = new File(['x'], 'a', { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
};
const MB = 1_048_576;

it.each(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])('file is accepted: %s', (type) => {
  const image = file(10, type);
  expect(findImage([image], DEVICES.phone)).toBe(image);
});

it.each([
  ['none', []],
  ['none', [file(0)]],
  ['too-many', [file(1), file(1)]],
  ['type', [file(1, 'image/svg+xml')]],
  ['type', [file(1, 'application/pdf')]],
  ['type', [file(1, '')]],
] as const)('file is refused: %s', (error, files) => {
  expect(findImage(files, DEVICES.wide)).toBe(error);
});

it('file limit is 10 MB on a phone and 15 MB on a wider screen', () => {
  expect(findImage([file(10 * MB)], DEVICES.phone)).toBeInstanceOf(File);
  expect(findImage([file(10 * MB + 1)], DEVICES.phone)).toBe('size');
  expect(findImage([file(15 * MB)], DEVICES.wide)).toBeInstanceOf(File);
  expect(findImage([file(15 * MB + 1)], DEVICES.wide)).toBe('size');
});
