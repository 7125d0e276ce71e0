import { Users } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { changedBy, orderChanges } from '../order-changes';
import type { StaffOrder } from '../staff-order-types';

type OrderChangedBarProps = { before: StaffOrder; order: StaffOrder; onAccept: () => void };

/** Notice that another person has changed the order: old and new values. The user's input stays. */
export function OrderChangedBar({ before, order, onAccept }: OrderChangedBarProps) {
  const t = useT();
  const name = changedBy(order);
  const changes = orderChanges(before, order, t);
  return (
    <div role="alert" data-kind="warn" data-order-changed className="o-bar">
      <Icon of={Users} />
      <div className="o-grow min-w-50">
        <p className="font-semibold">
          <LocalizedText>
            {name ? t('office.changedBy', { name }) : t('office.changedBySystem')}
          </LocalizedText>
        </p>
        {changes.map((change) => (
          <p key={change.label} className="o-change">
            <span>{t(change.label)}:</span>
            <s>{change.before}</s>
            <span aria-hidden>→</span>
            <b className="font-semibold">{change.after}</b>
          </p>
        ))}
        <p className="o-small">{t('office.changedSafe')}</p>
      </div>
      <OfficeButton onClick={onAccept}>{t('office.changedSeen')}</OfficeButton>
    </div>
  );
}
