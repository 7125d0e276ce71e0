import type { Branch as Whole } from '@/shared/api/types';

/**
 * Fields of a branch that the storefront shows. `open` and `close` are `HH:MM` in Vientiane; empty means the shop's
 * hours.
 */
export type Branch = Pick<
  Whole,
  | 'b_id'
  | 'b_code'
  | 'b_name'
  | 'b_name_eng'
  | 'b_image'
  | 'tb_address_la'
  | 'tb_address_en'
  | 'b_map'
  | 'b_f_phone'
  | 'b_s_phone'
  | 'b_email'
  | 'b_show_map'
  | 'lat'
  | 'lng'
  | 'open'
  | 'close'
>;

export type Coordinates = { lat: number; lng: number };

const EMPTY_BRANCH: Branch = {
  b_id: 0,
  b_code: '',
  b_name: '',
  b_name_eng: '',
  b_image: '',
  tb_address_la: '',
  tb_address_en: '',
  b_map: '',
  b_f_phone: '',
  b_s_phone: '',
  b_email: '',
  b_show_map: true,
  lat: null,
  lng: null,
  open: '',
  close: '',
};

/** Coordinates of a branch; undefined if one is missing, zero or out of range. */
export function coordinatesOf({ lat, lng }: Pick<Branch, 'lat' | 'lng'>): Coordinates | undefined {
  if (!lat || !lng || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) return undefined;
  return { lat, lng };
}

/**
 * Reads a branch list from a response: an array, an object with exactly one array in it, or `{success, data}`. Throws
 * on anything else.
 */
export function readBranches(body: unknown): Branch[] {
  const list = listIn(body);
  if (!list) throw new TypeError('not a list of branches');
  return list.filter((item) => typeof item === 'object' && item !== null).map(branchOf);
}

function listIn(body: unknown): unknown[] | undefined {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return undefined;
  const lists = Object.values(body).filter(Array.isArray);
  return lists.length === 1 ? lists[0] : undefined;
}

/** Fills missing fields with defaults; ids and coordinates may be strings. */
function branchOf(item: object): Branch {
  const given = item as Record<string, unknown>;
  const branch: Record<string, unknown> = { ...EMPTY_BRANCH };
  for (const [field, empty] of Object.entries(EMPTY_BRANCH)) {
    const value = given[field];
    if (typeof empty === 'string') branch[field] = typeof value === 'string' ? value : '';
  }
  branch.b_id = Number(given.b_id) || 0;
  branch.b_show_map = ![false, 0, '0', 'false'].includes(given.b_show_map as never);
  // `b_map` may hold coordinates instead of a link.
  const written = /^\s*([-\d.]+)\s*,\s*([-\d.]+)\s*$/.exec(branch.b_map as string);
  branch.lat = numberOf(given.lat) ?? numberOf(written?.[1]);
  branch.lng = numberOf(given.lng) ?? numberOf(written?.[2]);
  return branch as Branch;
}

function numberOf(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const number = Number(value);
  return value !== '' && Number.isFinite(number) ? number : null;
}
