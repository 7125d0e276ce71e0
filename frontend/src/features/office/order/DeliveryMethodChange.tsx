import { Store, Truck } from 'lucide-react';
import { useState } from 'react';
import { OfficeButton } from '../OfficeButton';
import { isOpenStatus } from '../order-labels';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { DeliveryMethodDialog } from './DeliveryMethodDialog';

type DeliveryMethodChangeProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  accept: (order: StaffOrder) => void;
};

/** Button that turns a delivery into a pick-up or the other way round, unless the goods are on their way. */
export function DeliveryMethodChange({ order, before, accept }: DeliveryMethodChangeProps) {
  const { t } = useOffice();
  const [isChanging, setChanging] = useState(false);
  const isPickup = order.delivery.method === 'pickup';
  const isBlocked = order.lines_blocked_reason !== null;
  if (!isOpenStatus(order.status) || order.status === 'delivering') return null;
  return (
    <div>
      <OfficeButton
        icon={isPickup ? Truck : Store}
        disabled={isBlocked}
        aria-describedby={isBlocked ? 'order-method-blocked' : undefined}
        onClick={() => setChanging(true)}
      >
        {t(isPickup ? 'office.method.toDelivery' : 'office.method.toPickup')}
      </OfficeButton>
      {isBlocked && (
        <p id="order-method-blocked" className="o-note mt-1">
          {t('office.method.blocked')}
        </p>
      )}
      <DeliveryMethodDialog
        order={order}
        before={before}
        isOpen={isChanging}
        onClose={() => setChanging(false)}
        accept={accept}
      />
    </div>
  );
}
