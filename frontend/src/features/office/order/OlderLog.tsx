import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OfficeButton } from '../OfficeButton';
import type { StaffOrder } from '../staff-order-types';
import { olderLogQuery } from '../staff-orders-api';
import { useOffice } from '../use-office-format';
import { LogRow } from './LogRow';

type OlderLogProps = { order: StaffOrder; cursor: number };

/** Log entries that the order does not bring along, read page by page on demand. */
export function OlderLog({ order, cursor }: OlderLogProps) {
  const { t } = useOffice();
  const [isOpen, setOpen] = useState(false);
  const { data, isLoading, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...olderLogQuery(String(order.order_id), cursor),
    enabled: isOpen,
  });
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  const more = () => (isOpen ? void fetchNextPage() : setOpen(true));
  return (
    <>
      {entries.length > 0 && (
        <ol className="o-log">
          {entries.map((entry) => (
            <LogRow
              key={`${entry.at} ${entry.action} ${entry.to} ${entry.amount ?? ''} ${entry.note}`}
              entry={entry}
              order={order}
            />
          ))}
        </ol>
      )}
      {(!data || hasNextPage) && (
        <OfficeButton isLoading={isLoading || isFetchingNextPage} onClick={more}>
          {t('office.older')}
        </OfficeButton>
      )}
    </>
  );
}
