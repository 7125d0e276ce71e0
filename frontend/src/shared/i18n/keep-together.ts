const NO_BREAK_SPACE = '\u00a0';
const LAO = /[\u0E80-\u0EFF]/;
/** A space between a number and its unit, a Lao word or a short Latin sign: `60x60 ຊມ`, `1.5 mm²`. */
const BEFORE_UNIT =
  /(?<=[\d\u0ED0-\u0ED9]) (?=[\u0E80-\u0ECF]|[A-Za-zµ°%₭]{1,3}[²³]?(?![\p{L}\d]))/gu;
/** A space between a Lao word for color, number, model or size and its number: `ສີ 12`. */
const AFTER_WORD = /(?<=ສີ|ເບີ|ລຸ້ນ|ຂະໜາດ|ເລກທີ) (?=[\d\u0ED0-\u0ED9])/gu;

/**
 * Replaces spaces in Lao text by no-break spaces, so that a number stays on one line with its unit or color. Other text
 * is unchanged. The JSX runtime applies it to all visible text (`shared/jsx`); attributes and values keep their spaces.
 */
export function keepTogether(text: string): string {
  if (!LAO.test(text)) return text;
  return text.replace(BEFORE_UNIT, NO_BREAK_SPACE).replace(AFTER_WORD, NO_BREAK_SPACE);
}
