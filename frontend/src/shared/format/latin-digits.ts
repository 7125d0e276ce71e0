/** Code points of zero: Arabic-Indic, Persian, Thai, Lao, Khmer, full-width. Their digits follow in order. */
const ZEROS = [0x0660, 0x06f0, 0x0e50, 0x0ed0, 0x17e0, 0xff10];
const OTHER_DIGITS =
  /[\u0660-\u0669\u06F0-\u06F9\u0E50-\u0E59\u0ED0-\u0ED9\u17E0-\u17E9\uFF10-\uFF19]/g;

/** Converts digits of other scripts to Latin ones: `໐໒໐ ๕๕ １` → `020 55 1`. */
export function latinDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find((first) => code >= first && code < first + 10) ?? code;
    return String(code - zero);
  });
}
