import { latinDigits } from '@/shared/format/latin-digits';
import { cleanPasted } from './clean-pasted';

/**
 * Parser of Lao phone numbers in usual spellings, by the rules of the services. Two spellings of a number are equal;
 * the canonical form is `+856…`.
 */
const AREAS = [
  '21',
  '23',
  '31',
  '34',
  '36',
  '38',
  '41',
  '51',
  '54',
  '61',
  '64',
  '71',
  '74',
  '81',
  '84',
  '86',
  '87',
  '88',
];
const MAX_CHARS = 40;
/** White space, hyphens and dashes, dots and brackets. */
const BETWEEN = /[\s\-\u2010-\u2015.()]/g;

/** Parses a number to `+856…`; null if the text is no Lao number. */
export function parsePhone(text: string): string | null {
  const typed = cleanPasted(text);
  if (typed.length > MAX_CHARS) return null;
  const digits = latinDigits(typed).replace(BETWEEN, '');
  if (!/^\+?\d+$/.test(digits)) return null;
  const abroad = /^(?:\+|00)(.*)$/.exec(digits);
  if (abroad && !abroad[1]?.startsWith('856')) return null;
  const withCountry = /^856(.*)$/.exec(abroad?.[1] ?? digits);
  const national = withCountry?.[1] ?? digits;
  const hadZero = Boolean(withCountry) || national.startsWith('0');
  const rest = national.replace(/^0/, '');
  return isNumber(rest, hadZero) ? `+856${rest}` : null;
}

/** An example in messages. They get it as a value, which is isolated in right-to-left texts. */
export const EXAMPLE_PHONE = '020 5512 3456';

/** Whether a text is a number of another country. */
export function isForeignPhone(text: string): boolean {
  const digits = latinDigits(cleanPasted(text)).replace(BETWEEN, '');
  return /^(?:\+|00)(?!856)[1-9]\d{5,}$/.test(digits);
}

function isNumber(rest: string, hadZero: boolean): boolean {
  const area = rest.slice(0, 2);
  if (area === '20') return rest.length === 10;
  if (area === '30') return rest.length === 9;
  return hadZero && AREAS.includes(area) && rest.length === 8;
}

/** Formats a number: `+8562055123456` → `020 5512 3456`. Other texts are unchanged. */
export function formatPhone(text: string): string {
  const phone = parsePhone(text);
  if (!phone) return text;
  const area = phone.slice(4, 6);
  const rest = phone.slice(6);
  const parts =
    rest.length === 8 ? [rest.slice(0, 4), rest.slice(4)] : [rest.slice(0, 3), rest.slice(3)];
  return `0${area} ${parts.join(' ')}`;
}
