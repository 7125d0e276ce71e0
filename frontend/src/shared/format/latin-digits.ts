const ZEROS = { lao: 0x0ed0, thai: 0x0e50 };

/** `໐໒໐ ๕๕` → `020 55`: Lao and Thai digits become Latin ones. */
export function latinDigits(text: string): string {
  return text
    .replace(/[\u0ED0-\u0ED9]/g, (digit) => String(digit.charCodeAt(0) - ZEROS.lao))
    .replace(/[\u0E50-\u0E59]/g, (digit) => String(digit.charCodeAt(0) - ZEROS.thai));
}
