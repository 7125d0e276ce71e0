import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '@/shared/api/site-queries';
import { openingHours } from '@/shared/format/shop-clock';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';

/** Whether the staff are there; who is not signed in is not told that, but when they answer. */
export function usePresenceText(isCustomer: boolean): string {
  const t = useT();
  const { staffOnline } = useLiveState();
  const hours = useQuery(companyQuery).data?.data.hours ?? '';
  if (staffOnline) return t('chat.online');
  return isCustomer ? t('chat.away') : t('chat.hours', openingHours(hours));
}
