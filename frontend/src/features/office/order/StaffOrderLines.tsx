import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { OrderTotals } from '@/domain/orders/OrderTotals';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { EARNS_TEXT, isOpenStatus } from '../order-labels';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { LinesDialog } from './LinesDialog';

/** Why the items cannot be changed now. */
const BLOCKED: Record<string, MessageKey> = {
  stock_pending: 'office.lines.stockPending',
  difference_open: 'office.lines.differenceOpen',
};

type StaffOrderLinesProps = {
  order: StaffOrder;
  /** As it was before another person changed it. */
  before: StaffOrder | undefined;
  accept: (order: StaffOrder) => void;
};

/** Products of an order with their amounts, its totals, and the way to change them while it is open. */
export function StaffOrderLines({ order, before, accept }: StaffOrderLinesProps) {
  const { t, code } = useOffice();
  const [isChanging, setChanging] = useState(false);
  const blocked = BLOCKED[order.lines_blocked_reason ?? ''];
  const units = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  const isEnded = order.status === 'cancelled' || order.status === 'expired';
  return (
    <section aria-labelledby="order-lines" className="o-panel">
      <div className="o-panel-head">
        <h2 id="order-lines" className="o-h2">
          {t('office.lines')}
        </h2>
        <span className="o-note tabular-nums">
          {t('office.lineCount', { count: order.lines.length })} ·{' '}
          {t('office.pieces', { count: units })}
        </span>
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
      <ul>
        {order.lines.map((line) => {
          const unit = pickText(line.unit_name_la, line.unit_name_en, code);
          return (
            <li key={line.pro_id} className="o-line">
              <ImageTile path={line.pro_img_cover} alt="" sizes="48px" upTo={160} />
              <div className="min-w-0">
                <p className="font-medium">
                  <LocalizedText>
                    {pickText(line.pro_name_la, line.pro_name_en, code)}
                  </LocalizedText>
                </p>
                <p className="o-note tabular-nums">
                  <Ltr>{line.pro_id}</Ltr>
                </p>
              </div>
              <div className="o-line-amounts">
                <div>
                  <b>{formatNumber(line.quantity)}</b>{' '}
                  <span className="o-muted">
                    {unitOf(line.quantity, unit)} × <OfficeKip value={line.price} />
                  </span>
                </div>
                <b>
                  <OfficeKip value={line.total} />
                </b>
              </div>
            </li>
          );
        })}
      </ul>
      <div className="o-sums">
        <OrderTotals
          earnsText={EARNS_TEXT}
          totals={order.totals}
          discountReason={order.discount_reason}
          isPickup={order.delivery.method === 'pickup'}
          isEnded={isEnded}
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
