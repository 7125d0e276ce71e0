import { useQuery } from '@tanstack/react-query';
import { companyQuery } from '@/shared/api/site-queries';
import { openingHours } from '@/shared/format/shop-clock';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';

/** Text about staff presence; visitors get the reply time instead, because presence requires a session. */
export function usePresenceText(isCustomer: boolean): string {
  const t = useT();
  const { staffOnline } = useLiveState();
  const hours = useQuery(companyQuery).data?.data.hours ?? '';
  if (staffOnline) return t('chat.online');
  return isCustomer ? t('chat.away') : t('chat.hours', openingHours(hours));
}
