import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { OrderTotals } from '@/domain/orders/OrderTotals';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { OfficeButton } from '../OfficeButton';
import { EARNS_TEXT, isOpenStatus } from '../order-labels';
import { useLocations } from '../product-locations';
import type { StaffOrder } from '../staff-order-types';
import { LinesDialog } from './LinesDialog';
import { OrderLineRow } from './OrderLineRow';
import { PickProgress } from './PickProgress';
import { usePickedLines } from './use-picked-lines';

/** Texts about why the items cannot be changed now. */
const BLOCKED: Record<string, MessageKey> = {
  stock_pending: 'office.lines.stockPending',
  difference_open: 'office.lines.differenceOpen',
};

type StaffOrderLinesProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  accept: (order: StaffOrder) => void;
};

/** Lines and totals of an order, with a button to change them while the order is open. Lines are ticked off while it is prepared. */
export function StaffOrderLines({ order, before, accept }: StaffOrderLinesProps) {
  const t = useT();
  const [isChanging, setChanging] = useState(false);
  const blocked = BLOCKED[order.lines_blocked_reason ?? ''];
  const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const isPicking = order.status === 'preparing';
  const located = useLocations(isPicking ? order.lines.map(({ pro_id }) => pro_id) : []);
  const { tickOf, toggle } = usePickedLines(order);
  const done = order.lines.filter(tickOf).length;
  return (
    <section aria-labelledby="order-lines" className="o-panel">
      <div className="o-panel-head">
        <h2 id="order-lines" className="o-h2">
          {t('office.lines')}
        </h2>
        {isPicking ? (
          <PickProgress done={done} count={order.lines.length} />
        ) : (
          <span className="o-note tabular-nums">
            {t('office.lineCount', { count: order.lines.length })} ·{' '}
            {t('office.pieces', { count: units })}
          </span>
        )}
        {isOpenStatus(order.status) && (
          <OfficeButton
            kind="link"
            icon={Pencil}
            disabled={order.lines_blocked_reason !== null}
            aria-describedby={blocked && 'order-lines-blocked'}
            onClick={() => setChanging(true)}
          >
            {t('office.lines.change')}
          </OfficeButton>
        )}
      </div>
      {blocked && (
        <p id="order-lines-blocked" className="o-note px-4 pb-2">
          {t(blocked)}
        </p>
      )}
      {located.isMissing && (
        <p role="status" className="o-note o-row px-4 pb-2">
          {t('office.doc.locationsMissing')}
          <OfficeButton kind="link" onClick={located.retry}>
            {t('action.retry')}
          </OfficeButton>
        </p>
      )}
      <ul>
        {order.lines.map((line) => (
          <OrderLineRow
            key={line.pro_id}
            line={line}
            location={isPicking ? located.locations?.get(line.pro_id) : undefined}
            tick={isPicking ? (tickOf(line) ?? null) : undefined}
            onToggle={() => toggle(line)}
          />
        ))}
      </ul>
      <div className="o-sums">
        <OrderTotals
          earnsText={EARNS_TEXT}
          totals={order.totals}
          discountReason={order.discount_reason}
          isPickup={order.delivery.method === 'pickup'}
          pointsEarned={order.points_earned}
        />
      </div>
      <LinesDialog
        order={order}
        before={before}
        isOpen={isChanging}
        onClose={() => setChanging(false)}
        accept={accept}
      />
    </section>
  );
}
