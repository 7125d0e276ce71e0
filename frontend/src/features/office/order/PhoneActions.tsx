import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { OfficeButton } from '../OfficeButton';
import { ACTION_TEXTS } from '../order-effects';
import type { OrderAction, OrderActionName, StaffOrder } from '../staff-order-types';
import { ACTION_ICONS } from './action-icons';

type PhoneActionsProps = {
  order: StaffOrder;
  next: OrderAction | undefined;
  running: OrderActionName | null;
  onStart: (action: OrderAction) => void;
};

/** Bar at the bottom of phones with the chat and the primary action. */
export function PhoneActions({ order, next, running, onStart }: PhoneActionsProps) {
  const t = useT();
  return (
    <section aria-label={t('office.actions')} className="o-actions-bar lg:hidden">
      <Link
        to="/staff/$cusId"
        params={{ cusId: String(order.cus_id) }}
        data-kind="soft"
        className="o-btn"
      >
        <Icon of={MessageCircle} size="s" />
        {t('office.chat')}
      </Link>
      {next && (
        <OfficeButton
          kind="primary"
          icon={ACTION_ICONS[next.action]}
          disabled={!next.allowed}
          isLoading={running === next.action}
          onClick={() => onStart(next)}
        >
          {t(ACTION_TEXTS[next.action])}
        </OfficeButton>
      )}
    </section>
  );
}
