import '../styles/office-return.css';
import { Link } from '@tanstack/react-router';
import { Clock, MessageCircle, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { OptionCard } from '@/shared/forms/OptionCard';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { kipText } from '../OfficeKip';
import type { OrderAction, OrderActionName, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { MatchFacts, MatchFigures } from './MatchFigures';
import {
  type MatchChoice,
  matchChoices,
  type TransferMatch,
  transferMatch,
} from './transfer-match';

type TransferMatchPanelProps = {
  order: StaffOrder;
  running: OrderActionName | null;
  onStart: (action: OrderAction) => void;
};

/** Panel of an order whose transfer is awaited, or whose payment differs from the price, with what can be done. */
export function TransferMatchPanel(props: TransferMatchPanelProps) {
  const match = transferMatch(props.order);
  return match ? <Match key={match.kind} {...props} match={match} /> : null;
}

const KINDS = { waiting: 'wait', underpaid: 'err', overpaid: 'warn' } as const;

function Match({
  order,
  match,
  running,
  onStart,
}: TransferMatchPanelProps & { match: TransferMatch }) {
  const { t } = useOffice();
  const [chosen, setChosen] = useState<MatchChoice['name']>();
  const id = useId();
  const choices = matchChoices(t, order, match);
  const possible = choices.filter(({ isAllowed }) => isAllowed);
  const choice = possible.find(({ name }) => name === chosen) ?? possible[0];
  const isWaiting = match.kind === 'waiting';
  const amount = kipText(Math.abs(match.difference));
  return (
    <section
      aria-labelledby={`${id}-title`}
      data-kind={KINDS[match.kind]}
      className="o-panel o-match"
    >
      <div className="o-match-head">
        <Icon of={isWaiting ? Clock : TriangleAlert} />
        <div className="o-grow">
          <h2 id={`${id}-title`} className="o-h2">
            {t(titleOf(order, match))}
          </h2>
          <MatchFacts order={order} isWaiting={isWaiting} />
          <p role="status" className="o-small">
            <LocalizedText>
              {t(match.kind === 'overpaid' ? 'office.money.excess' : 'office.money.missing', {
                amount,
              })}
            </LocalizedText>
          </p>
        </div>
      </div>
      <div className="o-panel-body o-stack gap-3">
        <MatchFigures order={order} match={match} />
        <fieldset className="grid gap-2">
          <legend className="sr-only">{t('office.match.choose')}</legend>
          {choices.map(({ name, title, note, isAllowed }) => (
            <OptionCard
              key={name}
              name={id}
              value={name}
              title={title}
              note={<LocalizedText>{note}</LocalizedText>}
              disabled={!isAllowed}
              checked={name === choice?.name}
              onChange={() => setChosen(name)}
            />
          ))}
        </fieldset>
        {choice && (
          <ChoiceActions order={order} choice={choice} running={running} onStart={onStart} />
        )}
      </div>
    </section>
  );
}

function titleOf({ payment }: StaffOrder, { kind }: TransferMatch) {
  if (kind === 'waiting') return 'office.paid.transfer';
  return payment.method === 'transfer' ? 'office.match.wrongTransfer' : 'office.match.wrong';
}

type ChoiceActionsProps = TransferMatchPanelProps & { choice: MatchChoice };

/** The buttons of the chosen way. */
function ChoiceActions({ order, choice, running, onStart }: ChoiceActionsProps) {
  const { t } = useOffice();
  const { action } = choice;
  return (
    <div className="o-row flex-wrap">
      {action && (
        <OfficeButton
          kind={choice.name === 'refund' ? 'danger-outline' : 'primary'}
          isLoading={running === action.action}
          onClick={() => onStart(action)}
        >
          {t(choice.label)}
        </OfficeButton>
      )}
      {choice.hasChat && (
        <Link
          to="/staff/$cusId"
          params={{ cusId: String(order.cus_id) }}
          data-kind={action ? 'outline' : 'primary'}
          className="o-btn"
        >
          <Icon of={MessageCircle} size="s" />
          {t('office.match.write')}
        </Link>
      )}
      {action && <p className="o-note o-grow">{t('office.match.confirmed')}</p>}
    </div>
  );
}
