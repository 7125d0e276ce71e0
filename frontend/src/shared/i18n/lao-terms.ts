/**
 * Terms that must not be broken at a line end. Lao is written without spaces, and browsers find line breaks with a
 * dictionary that lacks the words of a hardware shop and cuts them in two (ປອດ|ແລນ). Breaks between words are left to
 * the browser, so that copied text has no invisible marks.
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

/** Color words with their shades: `ສີເທົາເຂັ້ມ`. */
const COLOR =
  'ສີ(?:ນ້ຳຕານ|ເຫຼືອງ|ຂາວ|ດຳ|ແດງ|ຟ້າ|ຂຽວ|ເທົາ|ອິດ|ສົ້ມ|ບົວ|ຄຳ|ໂຄຣມ|ຄຣີມ|ເບດ|ມ່ວງ|ງາຊ້າງ)(?:ອ່ອນ|ເຂັ້ມ)?';

const PATTERN = new RegExp(`(${[...TERMS, COLOR].join('|')})`);

/** Splits a text into runs; every second run (odd index) is a term that must not be broken. */
export function splitAtTerms(text: string): string[] {
  return text.split(PATTERN);
}
