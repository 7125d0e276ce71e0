import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useT } from '@/shared/i18n/language-context';
import { OlderButton } from '../OlderButton';
import type { StaffOrder } from '../staff-order-types';
import { olderLogQuery } from '../staff-orders-api';
import { LogRow } from './LogRow';

type OlderLogProps = { order: StaffOrder; cursor: number };

/** Log entries that the order does not bring along, read page by page on demand. */
export function OlderLog({ order, cursor }: OlderLogProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const query = useInfiniteQuery({
    ...olderLogQuery(String(order.order_id), cursor),
    enabled: isOpen,
  });
  const { data, hasNextPage, fetchNextPage } = query;
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
        <OlderButton query={query} label={t('office.older')} onMore={more} />
      )}
    </>
  );
}
