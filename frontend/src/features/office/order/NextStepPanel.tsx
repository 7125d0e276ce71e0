import { Ban } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { ACTION_TEXTS, blockedText, effectTexts, nextAction, otherActions } from '../order-effects';
import type { OrderAction, OrderActionName, StaffOrder } from '../staff-order-types';
import { ACTION_ICONS } from './action-icons';

type NextStepPanelProps = {
  order: StaffOrder;
  running: OrderActionName | null;
  onStart: (action: OrderAction) => void;
};

/** Panel with the primary action of an order, further actions and its cancellation, each with its effects. */
export function NextStepPanel({ order, running, onStart }: NextStepPanelProps) {
  const t = useT();
  const next = nextAction(order);
  const others = otherActions(order);
  const cancel = order.actions.find(({ action }) => action === 'cancel');
  const effects = (action: OrderAction) => effectTexts(t, order, action).join(' ');
  return (
    <section aria-labelledby="order-next" className="o-panel">
      <div className="o-panel-head">
        <h2 id="order-next" className="o-h2">
          {t('office.nextStep')}
        </h2>
      </div>
      <div className="o-panel-body">
        {next ? (
          <div className="o-next">
            <OfficeButton
              kind="primary"
              icon={ACTION_ICONS[next.action]}
              shortcut="r"
              disabled={!next.allowed}
              isLoading={running === next.action}
              onClick={() => onStart(next)}
            >
              {t(ACTION_TEXTS[next.action])}
            </OfficeButton>
            <p className="o-note">
              <LocalizedText>
                {next.allowed ? effects(next) : blockedText(t, next.blocked_reason)}
              </LocalizedText>
            </p>
          </div>
        ) : (
          <p className="o-note o-next">{t('office.nothingNext')}</p>
        )}
        {others.map((action) => (
          <div key={action.action} className="o-next">
            <OfficeButton
              icon={ACTION_ICONS[action.action]}
              isLoading={running === action.action}
              onClick={() => onStart(action)}
            >
              {t(ACTION_TEXTS[action.action])}
            </OfficeButton>
            <p className="o-note">
              <LocalizedText>{effects(action)}</LocalizedText>
            </p>
          </div>
        ))}
        {cancel?.allowed && (
          <div className="o-next">
            <OfficeButton kind="danger-outline" icon={Ban} onClick={() => onStart(cancel)}>
              {t('office.action.cancel')}
            </OfficeButton>
            <p className="o-note">
              <LocalizedText>{effects(cancel)}</LocalizedText>
            </p>
          </div>
        )}
        {order.cancel_reason && (
          <p className="o-note o-next">
            {t('office.cancelReason')} {order.cancel_reason}
          </p>
        )}
      </div>
    </section>
  );
}
