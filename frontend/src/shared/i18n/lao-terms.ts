/**
 * Lao writes no spaces; browsers find line breaks with a dictionary that does not know the words of a hardware shop
 * and cuts them in two (ປອດ|ແລນ). These stay whole. Breaks between words are left to the browser, so copied text
 * holds no invisible marks.
 */
const TERMS = [
  'ວັດສະດຸກໍ່ສ້າງ',
  'ປອດແລນ',
  'ໂປຣໂມຊັນ',
  'ຫ້ອງນ້ຳ',
  'ຫ້ອງຄົວ',
  'ເຟີນີເຈີ',
  'ແກຣນິດໂຕ້',
  'ແກຣນິດ',
  'ສີນ້ຳຕານ',
  'ພວກເຮົາ',
  'ດາວໂຫຼດ',
  'ສະຕັອກ',
  'ຄອນກຣີດ',
  'ກະເບື້ອງ',
  'ປະຈຳເດືອນ',
  'ພາດສະຕິກ',
  'ລາມິເນດ',
  'ສະແຕນເລດ',
  'ຊິລິໂຄນ',
  'ສະມາຊິກ',
  'ສຸຂະພັນ',
  'ສັງກະສີ',
];

/** Words for colors, with their shades: `ສີເທົາເຂັ້ມ`. */
const COLOR =
  'ສີ(?:ນ້ຳຕານ|ເຫຼືອງ|ຂາວ|ດຳ|ແດງ|ຟ້າ|ຂຽວ|ເທົາ|ອິດ|ສົ້ມ|ບົວ|ຄຳ|ໂຄຣມ|ຄຣີມ|ເບດ|ມ່ວງ|ງາຊ້າງ)(?:ອ່ອນ|ເຂັ້ມ)?';

const PATTERN = new RegExp(`(${[...TERMS, COLOR].join('|')})`);

/** Splits a text into runs; every second run (odd index) is a term that must not be cut. */
export function splitAtTerms(text: string): string[] {
  return text.split(PATTERN);
}
