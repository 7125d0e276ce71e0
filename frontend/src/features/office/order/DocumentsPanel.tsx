import { Link } from '@tanstack/react-router';
import {
  HandCoins,
  ListChecks,
  type LucideIcon,
  Printer,
  ScrollText,
  Truck,
  Undo2,
} from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import type { OrderDocument } from '../print/print-params';
import type { StaffOrder } from '../staff-order-types';

const DOCUMENTS: { doc: OrderDocument; icon: LucideIcon; text: MessageKey }[] = [
  { doc: 'picking', icon: ListChecks, text: 'office.doc.picking' },
  { doc: 'note', icon: Truck, text: 'office.doc.note' },
  { doc: 'invoice', icon: ScrollText, text: 'office.doc.invoice' },
];
const CREDIT = { doc: 'credit', icon: Undo2, text: 'office.doc.credit' } as const;
const REFUND = { doc: 'refund', icon: HandCoins, text: 'office.doc.refund' } as const;

/** Panel with the printable documents of an order. */
export function DocumentsPanel({ order }: { order: StaffOrder }) {
  const t = useT();
  const documents = [
    ...DOCUMENTS,
    ...(order.returns.length > 0 ? [CREDIT] : []),
    ...(order.refund > 0 ? [REFUND] : []),
  ];
  return (
    <section aria-labelledby="order-documents" className="o-panel">
      <div className="o-panel-head">
        <h2 id="order-documents" className="o-h2">
          {t('office.documents')}
        </h2>
      </div>
      {documents.map(({ doc, icon, text }) => (
        <Link
          key={doc}
          to="/staff/orders/print"
          search={{ doc, orders: String(order.order_id) }}
          className="o-doc"
        >
          <Icon of={icon} />
          <span className="o-grow font-medium">{t(text)}</span>
          <Icon of={Printer} size="s" />
        </Link>
      ))}
    </section>
  );
}
