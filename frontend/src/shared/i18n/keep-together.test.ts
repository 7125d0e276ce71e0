import { expect, it } from 'vitest';
import { keepTogether } from './keep-together';

it.each([
  ['ສົ່ງຟຣີ ຄົບ 500,000 ກີບ', 'ສົ່ງຟຣີ ຄົບ 500,000~ກີບ'],
  ['ກະເບື້ອງ ຂາວ 60x60 ຊມ', 'ກະເບື້ອງ ຂາວ 60x60~ຊມ'],
  ['ສີທາ ສີເບດ 3.8 ລິດ', 'ສີທາ ສີເບດ 3.8~ລິດ'],
  ['ສາຍໄຟ 2x1.5 mm² ສີແດງ 100 ມ', 'ສາຍໄຟ 2x1.5~mm² ສີແດງ 100~ມ'],
  ['ຫຼອດໄຟ 12 W', 'ຫຼອດໄຟ 12~W'],
  ['ສີ 12 ແລະ ເບີ 3', 'ສີ~12~ແລະ ເບີ~3'],
  ['໒໕ ຖົງ', '໒໕~ຖົງ'],
  ['ປີ 2026 Heuan', 'ປີ 2026 Heuan'],
  ['Tile 60x60 cm', 'Tile 60x60 cm'],
])('text %j gets non-breaking spaces: %j', (text, kept) => {
  expect(keepTogether(text)).toBe(kept.replaceAll('~', '\u00a0'));
});
