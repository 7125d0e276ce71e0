import { Info } from 'lucide-react';
import { shopNow, toShopTime } from '@/shared/api/shop-time';
import { useLiveState } from '@/shared/live/use-live';
import { Icon } from '@/shared/ui/Icon';
import { dayAndTime } from './office-dates';
import { useOffice } from './use-office-format';

type ListNoticesProps = {
  /** Whether the last request failed, so that the list is outdated. */
  isFailing: boolean;
  updatedAt: number;
};

/** Notice with the time of the list while it is outdated. */
export function ListNotices({ isFailing, updatedAt }: ListNoticesProps) {
  const { t, language } = useOffice();
  const { polling } = useLiveState();
  const isLost = (isFailing || (polling && !navigator.onLine)) && updatedAt > 0;
  if (!isLost) return null;
  return (
    <p role="status" className="o-bar o-bar-edge flex-none">
      <Icon of={Info} />
      {t('office.lost', {
        time: dayAndTime(new Date(toShopTime(updatedAt)).toISOString(), shopNow(), language),
      })}
    </p>
  );
}
