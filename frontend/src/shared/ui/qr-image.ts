import encodeQR from 'qr';

/** Width of the light margin that cameras need, in modules. */
const QUIET_ZONE = 4;

export type QrImage = { size: number; path: string };

/** Makes a QR code of `text` as one SVG path, in units of modules. */
export function qrImage(text: string): QrImage {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET_ZONE });
  let path = '';
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) {
      if (!row[x]) continue;
      const start = x;
      while (row[x]) x += 1;
      path += `M${start} ${y}h${x - start}v1h${start - x}z`;
    }
  });
  return { size: rows.length, path };
}
