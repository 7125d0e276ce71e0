import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '@/api/site';
import { openingHours } from '@/format/vientiane';
import { useT } from '@/language/context';
import { useLiveState } from '@/live/use-live';

/** Whether the staff are there; who is not signed in is not told that, but when they answer. */
export function usePresenceText(isCustomer: boolean): string {
  const t = useT();
  const { staffOnline } = useLiveState();
  const hours = useQuery(companyQuery).data?.data.hours ?? '';
  if (staffOnline) return t('chat.online');
  return isCustomer ? t('chat.away') : t('chat.hours', openingHours(hours));
}
