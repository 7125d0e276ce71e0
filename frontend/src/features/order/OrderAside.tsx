import { useT } from '@/language/context';
import { OrderLines } from '@/order/OrderLines';
import { OrderTotals } from '@/order/OrderTotals';
import type { Order } from '@/order/shapes';
import { Panel } from '@/ui/Panel';

/** What was ordered, beside whatever the page is about. */
export function OrderAside({ order }: { order: Order }) {
  const t = useT();
  return (
    <Panel title={t('order.items')}>
      <OrderLines lines={order.lines} />
      <div className="mt-2">
        <OrderTotals totals={order.totals} isPickup={order.delivery.method === 'pickup'} />
      </div>
    </Panel>
  );
}
