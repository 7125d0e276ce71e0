import { expect, it } from 'vitest';
import { code128, code128Values } from './code128';

it('values have start, check value and stop', () => {
  // The worked example of the standard's check value: 104 + 48×1 + 42×2 + 42×3 + 17×4 + 18×5 + 19×6 + 35×7 = 879 = 8 × 103 + 55.
  expect(code128Values('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106]);
});

it('bars fill 11 modules for each symbol and 13 for the stop', () => {
  const code = code128('H-260118');
  expect(code?.width).toBe(11 * 10 + 13);
  expect(code?.bars).toHaveLength(3 * 10 + 4);
  const last = code?.bars.at(-1);
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBe(code?.width);
});

it('text that is not ASCII has no barcode', () => {
  expect(code128('ເຮືອນ')).toBeNull();
  expect(code128('')).toBeNull();
});
