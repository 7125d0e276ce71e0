import { formatMoment } from '@/domain/orders/format-moment';
import { orderStatusLabel } from '@/domain/orders/order-status';
import type { Order } from '@/domain/orders/order-types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Badge } from '@/shared/ui/Badge';
import { Ltr } from '@/shared/ui/Ltr';

/** Heading of an order: status, number and date. */
export function OrderHeading({ order }: { order: Order }) {
  const t = useT();
  const { code } = useLanguage();
  const word = orderStatusLabel(order.status, order.delivery);
  return (
    <div>
      <p role="status">
        <Badge kind={word.kind}>{t(word.text)}</Badge>
      </p>
      <h1 className="mt-2 text-xl lg:text-2xl">
        {t('order.title')} <Ltr className="num whitespace-nowrap">#{order.number}</Ltr>
      </h1>
      <p className="text-sm text-text-3">
        {t('order.placedAt', { at: formatMoment(order.created_at, code) })}
      </p>
    </div>
  );
}
