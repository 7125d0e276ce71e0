import { Link, type LinkProps } from '@tanstack/react-router';
import {
  CalendarCheck,
  CalendarX,
  CircleCheck,
  FileX2,
  Landmark,
  type LucideIcon,
  Mail,
  MessagesSquare,
  Package,
  PackageOpen,
  PackageX,
  Scale,
  Truck,
  Undo2,
} from 'lucide-react';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { kipText } from '../OfficeKip';
import { useMay } from '../staff-access';
import { durationText, useOffice } from '../use-office-format';
import type { StaffToday, StaffTodayParams, WaitingOrders } from './staff-today-api';

type OrderTile = {
  view: keyof NonNullable<StaffToday['orders']>;
  icon: LucideIcon;
  label: MessageKey;
};

const ORDER_TILES: OrderTile[] = [
  { view: 'to_confirm', icon: CircleCheck, label: 'office.waits.toConfirm' },
  { view: 'to_prepare', icon: Package, label: 'office.waits.toPrepare' },
  { view: 'to_hand_over', icon: Truck, label: 'office.waits.toHandOver' },
  { view: 'due_today', icon: CalendarCheck, label: 'office.waits.dueToday' },
  { view: 'overdue', icon: CalendarX, label: 'office.waits.overdue' },
  { view: 'transfers', icon: Landmark, label: 'office.waits.transfers' },
  { view: 'to_settle', icon: Scale, label: 'office.waits.toSettle' },
  { view: 'returns', icon: PackageOpen, label: 'office.waits.returns' },
  { view: 'refunds', icon: Undo2, label: 'office.waits.refunds' },
  { view: 'failed_delivery', icon: PackageX, label: 'office.waits.failedDelivery' },
];

type WaitingTilesProps = {
  today: StaffToday;
  now: number;
  /** Branch of the address, which the lists of orders keep. */
  params: StaffTodayParams;
};

/** Tiles of waiting work, each a link to its list. Tiles of areas that the role may not use are left out. */
export function WaitingTiles({ today, now, params }: WaitingTilesProps) {
  const { t } = useOffice();
  const may = useMay();
  const { orders, chats, messages, stock, imports } = today;
  const oldest = (waiting: WaitingOrders) =>
    waiting.oldest
      ? t('office.oldest', { time: durationText(t, now - Date.parse(waiting.oldest)) })
      : undefined;
  const noteOf = (waiting: WaitingOrders | undefined) => {
    if (!waiting) return undefined;
    const parts = [waiting.refund > 0 ? kipText(waiting.refund) : undefined, oldest(waiting)];
    return parts.filter(Boolean).join(' · ') || undefined;
  };
  return (
    <div className="o-waits">
      {may('orders') &&
        ORDER_TILES.map(({ view, icon, label }) => (
          <Tile
            key={view}
            icon={icon}
            label={t(label)}
            count={orders?.[view]?.count}
            note={noteOf(orders?.[view])}
            link={{ to: '/staff/orders', search: { view, ...params } }}
          />
        ))}
      {may('inbox') && (
        <Tile
          icon={MessagesSquare}
          label={t('office.waits.chats')}
          count={chats?.unanswered}
          link={{ to: '/staff/chat', search: {} }}
        />
      )}
      {may('messages') && (
        <Tile
          icon={Mail}
          label={t('office.waits.messages')}
          count={messages?.open}
          link={{ to: '/staff/messages' }}
        />
      )}
      {may('products') && (
        <>
          <Tile
            icon={Package}
            label={t('office.waits.lowStock')}
            count={stock?.low}
            note={stock ? t('office.lowStockNote', { count: stock.low_stock }) : undefined}
            link={{ to: '/staff/products', search: { stock: 'low' } }}
          />
          <Tile
            icon={PackageX}
            label={t('office.waits.outOfStock')}
            count={stock?.out}
            link={{ to: '/staff/products', search: { stock: 'out' } }}
          />
        </>
      )}
      {may('imports') && (
        <Tile
          icon={FileX2}
          label={t('office.waits.failedImports')}
          count={imports?.failed}
          link={{ to: '/staff/imports', search: {} }}
        />
      )}
    </div>
  );
}

type TileProps = {
  icon: LucideIcon;
  label: string;
  /** Number of items; undefined while the service is down. */
  count: number | undefined;
  note?: string | undefined;
  link: Pick<LinkProps, 'to' | 'search'>;
};

function Tile({ icon, label, count, note, link }: TileProps) {
  const { t } = useOffice();
  return (
    <Link {...link} data-idle={count === 0 || undefined} className="o-wait">
      <b>{count ?? '—'}</b>
      <Icon of={icon} />
      <span>{label}</span>
      <small>{count === undefined ? t('office.notRead') : note}</small>
    </Link>
  );
}
