import { Store, Truck } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Avatar } from '../Avatar';
import type { StaffOrderSummary } from '../staff-order-types';
import type { useRowTexts } from './use-row-texts';

type DeliveryPlaceProps = {
  order: StaffOrderSummary;
  texts: ReturnType<typeof useRowTexts>;
};

/** Destination of an order: its branch, or its village with the province below. */
export function DeliveryPlace({ order, texts }: DeliveryPlaceProps) {
  return (
    <>
      <span className="o-row gap-1.5">
        <Icon of={order.delivery.method === 'pickup' ? Store : Truck} size="s" />
        <span className="o-one-line" title={texts.place}>
          <LocalizedText>{texts.place}</LocalizedText>
        </span>
      </span>
      <small className="o-indent">
        <LocalizedText>{texts.whereMore || '—'}</LocalizedText>
      </small>
    </>
  );
}

/** The member of the staff who handles an order. */
export function AssigneeName({ assignee }: Pick<StaffOrderSummary, 'assignee'>) {
  const t = useT();
  if (!assignee) return <small>{t('office.unassigned')}</small>;
  return (
    <span className="o-who">
      <Avatar name={assignee.name} />
      <span className="o-one-line" title={assignee.name}>
        {assignee.name}
      </span>
    </span>
  );
}
