import type { Branch } from '@/domain/branches/branch';
import { latinDigits } from '@/shared/format/latin-digits';

const plain = (text: string) => text.normalize('NFC').toLowerCase();
const digits = (text: string) => latinDigits(text).replace(/\D/g, '');

/**
 * Whether a branch matches a query by name or address in either language, or by phone number without regard to spaces.
 */
export function matchesBranch(branch: Branch, query: string): boolean {
  const text = plain(query.trim());
  if (!text) return true;
  const { b_name, b_name_eng, tb_address_la, tb_address_en, b_f_phone, b_s_phone } = branch;
  const fields = [b_name, b_name_eng, tb_address_la, tb_address_en, b_f_phone, b_s_phone];
  if (fields.some((field) => plain(field).includes(text))) return true;
  const number = /^[\d\s+()./-]+$/.test(latinDigits(text)) ? digits(text) : '';
  return number !== '' && [b_f_phone, b_s_phone].some((phone) => digits(phone).includes(number));
}
