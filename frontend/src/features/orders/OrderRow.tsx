import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Kip } from '@/domain/catalog/Price';
import { formatMoment } from '@/domain/orders/format-moment';
import { orderStatusLabel, paymentStatusLabel } from '@/domain/orders/order-status';
import type { OrderSummary } from '@/domain/orders/order-types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Badge } from '@/shared/ui/Badge';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';

/** Row of an order in the list; the whole row is a link. */
export function OrderRow({ order }: { order: OrderSummary }) {
  const t = useT();
  const { code } = useLanguage();
  const word = orderStatusLabel(order.status);
  const paid = paymentStatusLabel({ method: order.payment_method, status: order.payment_status });
  const more = order.line_count - 1;
  const isOpen = order.status !== 'cancelled' && order.status !== 'expired';
  return (
    <li>
      <Link
        to="/account/orders/$orderId"
        params={{ orderId: order.order_id }}
        className="flex items-center gap-3 rounded-lg p-3 inset-ring inset-ring-line hover:bg-surface-2 lg:p-4"
      >
        <ImageTile
          path={order.pro_img_cover}
          alt=""
          sizes="72px"
          tileClassName="w-18 flex-none rounded-sm!"
        />
        <span className="min-w-0 flex-1">
          <span className="mb-1 flex flex-wrap items-center gap-1.5">
            <Badge kind={word.kind}>{t(word.text)}</Badge>
            {isOpen && paid.text !== word.text && <Badge kind={paid.kind}>{t(paid.text)}</Badge>}
          </span>
          <span className="line-clamp-1 text-sm font-medium">
            <LocalizedText>{pickText(order.pro_name_la, order.pro_name_en, code)}</LocalizedText>
          </span>
          <SecondName la={order.pro_name_la} en={order.pro_name_en} />
          <span className="flex flex-wrap gap-x-3 text-xs text-text-3">
            <Ltr className="num">#{order.number}</Ltr>
            <span>{formatMoment(order.created_at, code)}</span>
            {more > 0 && <span>{t('orders.moreProducts', { count: more })}</span>}
            <span>{t('orders.units', { count: order.count })}</span>
          </span>
          <Ltr className="num mt-1 block text-sm font-bold">
            <Kip value={order.total} />
          </Ltr>
        </span>
        <Icon of={ChevronRight} className="flip text-text-3" />
      </Link>
    </li>
  );
}
