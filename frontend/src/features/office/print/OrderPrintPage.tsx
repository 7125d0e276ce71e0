import '../styles/office-print.css';
import { useQueries } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { ChevronLeft, Printer } from 'lucide-react';
import { Suspense } from 'react';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { Icon } from '@/shared/ui/Icon';
import { EmptyState, ErrorState } from '@/shared/ui/PageStates';
import { OfficeButton } from '../OfficeButton';
import { useLocations } from '../product-locations';
import { useOfficeTitle } from '../shell/use-office-title';
import { staffOrderQuery } from '../staff-orders-api';
import { CreditNoteSheet } from './CreditNoteSheet';
import { creditNotes } from './credit-notes';
import { DeliveryNoteSheet } from './DeliveryNoteSheet';
import { InvoiceSheet } from './InvoiceSheet';
import { PickingSheets } from './PickingSheets';
import { type OrderDocument, orderIds, parsePrintParams } from './print-params';
import { RefundNoteSheet } from './RefundNoteSheet';
import { useOrderRenewal } from './use-order-renewal';

const TITLES: Record<OrderDocument, MessageKey> = {
  picking: 'office.doc.picking',
  note: 'office.doc.note',
  invoice: 'office.doc.invoice',
  refund: 'office.doc.refund',
  credit: 'office.doc.credit',
};

/**
 * Print page for a document of one or several orders: sheets on the screen, only their content on paper. An address with
 * numbers leads to that with the ids, by which ticks, live changes and responses find the orders.
 */
export function OrderPrintPage() {
  const t = useT();
  const { doc, orders, credit } = parsePrintParams(useSearch({ strict: false }));
  const ids = orderIds(orders);
  const queries = useQueries({ queries: ids.map(staffOrderQuery) });
  useOrderRenewal(ids);
  const loaded = queries.flatMap(({ data }) => data ?? []);
  const failed = queries.find(({ error, data }) => error && !data);
  const hasOrders = ids.length > 0 && loaded.length === ids.length;
  const isPicking = doc === 'picking' && hasOrders;
  const located = useLocations(
    isPicking ? loaded.flatMap(({ lines }) => lines.map(({ pro_id }) => pro_id)) : [],
  );
  const isReady = hasOrders && !located.isLoading;
  const credited = doc === 'credit' ? loaded.flatMap((order) => creditNotes(order, credit)) : [];
  const isEmpty = ids.length === 0 || (doc === 'credit' && isReady && credited.length === 0);
  const title = t(TITLES[doc]);
  const [only] = ids;
  useOfficeTitle(title);
  const found = [...new Set(loaded.map(({ order_id }) => String(order_id)))].join(',');
  if (hasOrders && found !== ids.join(','))
    return (
      <Navigate
        to="/staff/orders/print"
        search={{ doc, orders: found, ...(credit && { credit }) }}
        replace
      />
    );
  return (
    <div className="o-print">
      <div className="o-print-bar">
        {ids.length === 1 && only ? (
          <Link
            to="/staff/orders/$orderId"
            params={{ orderId: only }}
            data-kind="quiet"
            className="o-btn"
          >
            <Icon of={ChevronLeft} size="s" className="flip" />
            {t('office.order')}
          </Link>
        ) : (
          <Link to="/staff/orders" search={{}} data-kind="quiet" className="o-btn">
            <Icon of={ChevronLeft} size="s" className="flip" />
            {t('office.orders')}
          </Link>
        )}
        <p className="o-grow o-one-line font-semibold">{title}</p>
        <OfficeButton
          kind="primary"
          icon={Printer}
          disabled={!isReady || isEmpty}
          onClick={() => window.print()}
        >
          {t('office.print')}
        </OfficeButton>
      </div>
      {isEmpty && <EmptyState headingLevel="h1" title={t('office.nothingToPrint')} />}
      {failed && (
        <ErrorState
          error={failed.error}
          onRetry={() => {
            for (const { error, refetch } of queries) if (error) void refetch();
          }}
        />
      )}
      {!isReady && !failed && ids.length > 0 && (
        <p role="status" aria-label={t('state.loading')} className="o-sheet" />
      )}
      {isReady && (
        <Suspense>
          {doc === 'picking' && <PickingSheets orders={loaded} located={located} />}
          {doc === 'note' &&
            loaded.map((order) => <DeliveryNoteSheet key={order.number} order={order} />)}
          {doc === 'invoice' &&
            loaded.map((order) => <InvoiceSheet key={order.number} order={order} />)}
          {doc === 'refund' &&
            loaded.map((order) => <RefundNoteSheet key={order.number} order={order} />)}
          {credited.map((one) => (
            <CreditNoteSheet key={one.note.number} credited={one} />
          ))}
        </Suspense>
      )}
    </div>
  );
}
