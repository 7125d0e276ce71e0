import decodeQR from 'qr/decode.js';
import { expect, it } from 'vitest';
import { qrImage } from './qr-image';

const SCALE = 4;

/** Renders the path to pixels, black on white. */
function pixels({ size, path }: ReturnType<typeof qrImage>) {
  const side = size * SCALE;
  const data = new Uint8Array(side * side * 4).fill(255);
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < SCALE; row += 1) {
      for (let column = 0; column < Number(width) * SCALE; column += 1) {
        const at = ((Number(y) * SCALE + row) * side + Number(x) * SCALE + column) * 4;
        data.fill(0, at, at + 3);
      }
    }
  }
  return { width: side, height: side, data };
}

it.each([
  '00020101021238570016A005266284662577012741800010216BUSINESS520452115303418540815520005802LA',
  'ກີບ',
  'x'.repeat(400),
])('QR code decodes to its text: %.20s', (text) => {
  expect(decodeQR(pixels(qrImage(text)))).toBe(text);
});
