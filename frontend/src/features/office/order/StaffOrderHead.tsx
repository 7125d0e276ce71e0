import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, UserMinus, UserPlus } from 'lucide-react';
import { Icon } from '@/shared/ui/Icon';
import { Avatar } from '../Avatar';
import { orderGap } from '../money-gap';
import { OfficeButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { fullMoment } from '../office-dates';
import { isMine } from '../order-effects';
import { methodText, paymentLook, RETURN_REQUESTED, statusLook } from '../order-labels';
import { StateBadge } from '../StateBadge';
import type { OrderActionName, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { OthersHere } from './OthersHere';
import type { RunAction } from './use-order-action';

type StaffOrderHeadProps = {
  order: StaffOrder;
  neighbors: { before?: string; after?: string };
  run: RunAction;
  running: OrderActionName | null;
};

/** Header of the order page: status, payment, who else is here, assignee, and links to the neighbors in the list. */
export function StaffOrderHead({ order, neighbors, run, running }: StaffOrderHeadProps) {
  const { t, language } = useOffice();
  const { payment, delivery, assignee } = order;
  const gap = orderGap(order);
  return (
    <div className="o-head">
      <StateBadge look={statusLook(order.status, delivery.method)} />
      <StateBadge look={paymentLook(payment)}>{gap && <OfficeKip {...gap} />}</StateBadge>
      {order.return_request && <StateBadge look={RETURN_REQUESTED} />}
      <span className="o-small o-muted tabular-nums">
        {fullMoment(order.created_at, language)} · {t(methodText(payment.method, delivery.method))}
        {order.taken_by && ` · ${t('office.new.takenBy', { name: order.taken_by.name })}`}
      </span>
      <span className="o-grow" />
      <OthersHere />
      <span className="o-row max-lg:hidden gap-0">
        <Neighbor
          id={neighbors.before}
          icon={ChevronLeft}
          label={`${t('office.previousOrder')} (k)`}
        />
        <Neighbor id={neighbors.after} icon={ChevronRight} label={`${t('office.nextOrder')} (j)`} />
      </span>
      {assignee && (
        <span className="o-who">
          <Avatar name={assignee.name} />
          <span className="o-one-line">{assignee.name}</span>
        </span>
      )}
      {isMine(order) ? (
        <OfficeButton
          kind="quiet"
          icon={UserMinus}
          isLoading={running === 'unassign'}
          onClick={() => void run('unassign')}
        >
          {t('office.unassign')}
        </OfficeButton>
      ) : (
        <OfficeButton
          kind={assignee ? 'quiet' : 'soft'}
          icon={UserPlus}
          shortcut="a"
          isLoading={running === 'assign'}
          onClick={() => void run('assign')}
        >
          {t('office.assignMe')}
        </OfficeButton>
      )}
    </div>
  );
}

type NeighborProps = { id: string | undefined; icon: typeof ChevronLeft; label: string };

function Neighbor({ id, icon, label }: NeighborProps) {
  if (!id) {
    return (
      <button type="button" disabled aria-label={label} className="o-icon-btn">
        <Icon of={icon} className="flip" />
      </button>
    );
  }
  return (
    <Link
      to="/staff/orders/$orderId"
      params={{ orderId: id }}
      aria-label={label}
      title={label}
      className="o-icon-btn"
    >
      <Icon of={icon} className="flip" />
    </Link>
  );
}
