import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '@/shared/api/site-queries';
import { isOpenAt, openingHours } from '@/shared/format/shop-clock';
import { useNow } from '@/shared/hooks/use-now';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';

const MINUTE = 60_000;

/**
 * Text about when staff answer: they are online, they answer soon because the shop is open, or from its next opening.
 * Visitors get the opening hours instead, because presence requires a session.
 */
export function usePresenceText(isCustomer: boolean): string {
  const t = useT();
  const { staffOnline } = useLiveState();
  const hours = openingHours(useQuery(companyQuery).data?.data.hours ?? '');
  const isOpen = isOpenAt(hours, useNow(MINUTE));
  if (staffOnline) return t('chat.online');
  if (!isCustomer) return t('chat.hours', hours);
  return isOpen ? t('chat.soon') : t('chat.closedNow', { opens: hours.opens });
}
