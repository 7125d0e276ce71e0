import { formatDay } from '@/shared/format/shop-clock';
import type { LanguageCode } from '@/shared/i18n/languages';

/** Formats an RFC 3339 time in +07:00 as date and time of the shop: `21 ພະຈິກ 2026, 15:31`. */
export function formatMoment(at: string, code: LanguageCode): string {
  const time = /T(\d\d:\d\d)/.exec(at)?.[1];
  const day = formatDay(at, code);
  return time ? `${day}, ${time}` : day;
}
