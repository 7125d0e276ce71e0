import { Info } from 'lucide-react';
import { shopNow, toShopTime } from '@/shared/api/shop-time';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { useLiveState } from '@/shared/live/use-live';
import { Icon } from '@/shared/ui/Icon';
import { dayAndTime } from './office-dates';
import { isHidden } from './staff-access';
import { useOffice } from './use-office-format';

const LIST_LOST: MessageKey = 'office.lost';
const PAGE_LOST: MessageKey = 'office.lostPage';

type ListNoticesProps = {
  /** Whether the last request failed, so that the list is outdated. */
  isFailing: boolean;
  updatedAt: number;
};

/** Notice with the time of the list while it is outdated. */
export const ListNotices = (props: ListNoticesProps) => (
  <OutdatedNotice {...props} text={LIST_LOST} />
);

type PageNoticeProps = { error: Error | null; updatedAt: number };

/** Notice with the time of the data of a page while they are outdated. Data that no longer exist are not. */
export const PageNotice = ({ error, updatedAt }: PageNoticeProps) => (
  <OutdatedNotice
    isFailing={error !== null && !isHidden(error)}
    updatedAt={updatedAt}
    text={PAGE_LOST}
  />
);

function OutdatedNotice({ isFailing, updatedAt, text }: ListNoticesProps & { text: MessageKey }) {
  const { t, language } = useOffice();
  const { polling } = useLiveState();
  const isLost = (isFailing || (polling && !navigator.onLine)) && updatedAt > 0;
  if (!isLost) return null;
  return (
    <p role="status" className="o-bar o-bar-edge flex-none">
      <Icon of={Info} />
      {t(text, {
        time: dayAndTime(new Date(toShopTime(updatedAt)).toISOString(), shopNow(), language),
      })}
    </p>
  );
}
