import { Invoice } from '@/domain/orders/Invoice';
import type { Order } from '@/domain/orders/order-types';
import type { StaffOrder } from '../staff-order-types';

/** Invoice, the same that the customer can print. */
export function InvoiceSheet({ order }: { order: StaffOrder }) {
  return (
    <div className="o-sheet">
      <Invoice order={order as Order} isPage />
    </div>
  );
}
