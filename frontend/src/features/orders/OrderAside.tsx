import { OrderLines } from '@/domain/orders/OrderLines';
import { OrderTotals } from '@/domain/orders/OrderTotals';
import type { Order } from '@/domain/orders/order-types';
import { useT } from '@/shared/i18n/language-context';
import { ModalPanel } from '@/shared/ui/Panel';

/** What was ordered, beside whatever the page is about. */
export function OrderAside({ order }: { order: Order }) {
  const t = useT();
  return (
    <ModalPanel title={t('order.items')}>
      <OrderLines lines={order.lines} />
      <div className="mt-2">
        <OrderTotals totals={order.totals} isPickup={order.delivery.method === 'pickup'} />
      </div>
    </ModalPanel>
  );
}
