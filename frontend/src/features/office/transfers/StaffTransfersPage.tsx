import '../styles/office-orders.css';
import '../styles/office-product.css';
import '../styles/office-order.css';
import '../styles/office-transfers.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { BackToOrders, OrdersCrumb } from '../order/OrderTopParts';
import { OfficeTop } from '../shell/OfficeTop';
import { useOfficeTitle } from '../shell/use-office-title';
import { type Booked, withBooked } from './booked-lines';
import { RecordTransfer } from './RecordTransfer';
import { StatementForm } from './StatementForm';
import { StatementLines } from './StatementLines';
import { matchTransfers, type StatementLine, type TransferCandidate } from './transfers-api';

type Recorded = { line: StatementLine; candidate: TransferCandidate; orderId: string };

/**
 * Page that finds the orders which the lines of a bank statement pay. The statement has names and amounts, so it is not in
 * the address.
 */
export function StaffTransfersPage() {
  const t = useT();
  const title = t('office.transfers.title');
  useOfficeTitle(title);
  const [text, setText] = useState('');
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  const [booked, setBooked] = useState<Booked>(new Map());
  const match = useMutation({ mutationFn: matchTransfers });
  return (
    <>
      <OfficeTop title={title} crumb={<OrdersCrumb />} back={<BackToOrders />} />
      <div className="o-body">
        <div className="o-transfers">
          <StatementForm
            text={text}
            isRunning={match.isPending}
            error={match.error ? matchErrorText(t, match.error) : undefined}
            onChange={setText}
            onSubmit={() => {
              setBooked(new Map());
              match.mutate(text);
            }}
          />
          {match.data && (
            <StatementLines
              lines={withBooked(match.data, booked)}
              runningId={recorded?.orderId}
              onRecord={(line, candidate) =>
                setRecorded({ line, candidate, orderId: candidate.order.order_id })
              }
            />
          )}
        </div>
      </div>
      {recorded && (
        <RecordTransfer
          key={recorded.orderId}
          line={recorded.line}
          orderId={recorded.orderId}
          onClose={() => setRecorded(null)}
          onRecorded={() => {
            setBooked(new Map(booked).set(recorded.line.line, recorded.candidate));
            setRecorded(null);
            toast.success(t('office.transfers.recorded'));
            // The order awaits less now, which other lines may show.
            if (match.variables !== undefined) match.mutate(match.variables);
          }}
        />
      )}
    </>
  );
}

function matchErrorText(t: ReturnType<typeof useT>, error: Error): string {
  if (error instanceof ApiError && error.field === 'text') return t('office.transfers.tooLong');
  return errorText(t, error) ?? t('office.actionFailed');
}
