import { Info } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { useLiveState } from '@/shared/live/use-live';
import { Icon } from '@/shared/ui/Icon';
import { shopTime } from './office-dates';

type ListNoticesProps = {
  /** Whether the last request failed, so that the list is outdated. */
  isFailing: boolean;
  updatedAt: number;
};

/** Notice with the time of the list while it is outdated. */
export function ListNotices({ isFailing, updatedAt }: ListNoticesProps) {
  const t = useT();
  const { polling } = useLiveState();
  const isLost = (isFailing || (polling && !navigator.onLine)) && updatedAt > 0;
  if (!isLost) return null;
  return (
    <p role="status" className="o-bar o-bar-edge flex-none">
      <Icon of={Info} />
      {t('office.lost', { time: shopTime(new Date(updatedAt).toISOString()) })}
    </p>
  );
}
