import { useNavigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { OrderStatus } from '@/domain/orders/order-types';
import { useT } from '@/shared/i18n/language-context';
import { OfficeButton } from '../OfficeButton';
import { isMine, isReturn, needsReason, nextAction } from '../order-effects';
import { CallLink } from '../orders/CallLink';
import { neighborsOf } from '../orders/list-trail';
import { OfficeTop } from '../shell/OfficeTop';
import { useShortcuts } from '../shell/use-shortcuts';
import type { OrderAction, StaffOrder } from '../staff-order-types';
import { ActionQuestion } from './ActionQuestion';
import { CustomerPanel } from './CustomerPanel';
import { DeliveryPanel } from './DeliveryPanel';
import { DetailsDialog } from './DetailsDialog';
import { DocumentsPanel } from './DocumentsPanel';
import { NextStepPanel } from './NextStepPanel';
import { OrderChangedBar } from './OrderChangedBar';
import { OrderLogPanel } from './OrderLogPanel';
import { OrderMoneyPanel } from './OrderMoneyPanel';
import { BackToOrders, OrdersCrumb } from './OrderTopParts';
import { PhoneActions } from './PhoneActions';
import { ReturnDialog } from './ReturnDialog';
import { StaffOrderHead } from './StaffOrderHead';
import { StaffOrderLines } from './StaffOrderLines';
import { TransferMatchPanel } from './TransferMatchPanel';
import { UndoBar } from './UndoBar';
import { useOrderAction, type Words } from './use-order-action';

/** Final statuses, after which nothing is left to do. */
const CLOSED: OrderStatus[] = ['completed', 'cancelled', 'expired'];

type StaffOrderViewProps = {
  order: StaffOrder;
  /** The order before another person changed it. */
  before: StaffOrder | undefined;
  receivedAt: number;
  accept: (order: StaffOrder) => void;
  notice: ReactNode;
};

export function StaffOrderView({ order, before, accept, ...props }: StaffOrderViewProps) {
  const t = useT();
  const navigate = useNavigate();
  const { run, running, recorded } = useOrderAction(order, accept);
  const [confirming, setConfirming] = useState<OrderAction | null>(null);
  const [isEditing, setEditing] = useState(false);
  const isOpen = !CLOSED.includes(order.status);
  const orderId = String(order.order_id);
  const neighbors = neighborsOf(orderId);
  const next = nextAction(order);

  /** Opens a dialog first for an action that moves money or needs a reason; others run at once. */
  const start = (action: OrderAction) => {
    const { money_moved } = action.effects;
    const needsConfirmation =
      action.action === 'mark_paid' || action.action === 'accept_difference';
    if (money_moved || needsConfirmation || needsReason(action.action)) setConfirming(action);
    else void run(action.action);
  };
  const confirm = async (action: OrderAction, words: Words) => {
    if (await run(action.action, words)) setConfirming(null);
  };
  const startNext = () => next?.allowed && start(next);
  const print = () =>
    void navigate({ to: '/staff/orders/print', search: { doc: 'picking', orders: orderId } });
  const open = (id: string | undefined) => () => {
    if (!id) return false;
    void navigate({ to: '/staff/orders/$orderId', params: { orderId: id } });
  };
  useShortcuts({
    j: open(neighbors.after),
    k: open(neighbors.before),
    c: () => (next?.action === 'confirm' ? startNext() : false),
    r: startNext,
    a: () => void run(isMine(order) ? 'unassign' : 'assign'),
    p: print,
  });
  return (
    <>
      <OfficeTop title={order.number} crumb={<OrdersCrumb />} back={<BackToOrders />}>
        <CallLink phone={order.phone} name={order.customer.name} className="o-icon-btn lg:hidden" />
        <OfficeButton icon={Printer} onClick={print} className="max-lg:hidden">
          {t('office.print')}
        </OfficeButton>
      </OfficeTop>
      <div className="o-body">
        {props.notice}
        <StaffOrderHead order={order} neighbors={neighbors} run={run} running={running} />
        <div className="o-order">
          <div className="o-stack">
            {before && (
              <OrderChangedBar before={before} order={order} onAccept={() => accept(order)} />
            )}
            <TransferMatchPanel order={order} running={running} onStart={start} />
            <StaffOrderLines order={order} before={before} accept={accept} />
            <OrderMoneyPanel order={order} running={running} onStart={start} accept={accept} />
          </div>
          <div className="o-stack">
            <NextStepPanel order={order} running={running} onStart={start} />
            <CustomerPanel order={order} />
            <DeliveryPanel
              order={order}
              before={before}
              accept={accept}
              onEdit={isOpen ? () => setEditing(true) : undefined}
            />
            <DocumentsPanel order={order} />
            <OrderLogPanel order={order} run={run} running={running} />
          </div>
        </div>
      </div>
      <PhoneActions order={order} next={next} running={running} onStart={start} />
      <ReturnDialog
        order={order}
        action={isReturn(confirming) ? confirming : null}
        before={before}
        running={running}
        onCancel={() => setConfirming(null)}
        onConfirm={confirm}
        onAccept={() => accept(order)}
      />
      <ActionQuestion
        order={order}
        action={isReturn(confirming) ? null : confirming}
        before={before}
        running={running}
        recorded={recorded}
        onCancel={() => setConfirming(null)}
        onConfirm={confirm}
        onAccept={() => accept(order)}
      />
      <DetailsDialog
        order={order}
        before={before}
        isOpen={isEditing}
        onClose={() => setEditing(false)}
        accept={accept}
      />
      <UndoBar
        order={order}
        receivedAt={props.receivedAt}
        isUndoing={running === 'undo'}
        onUndo={() => void run('undo')}
      />
    </>
  );
}
