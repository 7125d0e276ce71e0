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
import { RecordTransfer } from './RecordTransfer';
import { StatementForm } from './StatementForm';
import { StatementLines } from './StatementLines';
import { matchTransfers, type StatementLine } from './transfers-api';

/**
 * Page that finds the orders which the lines of a bank statement pay. The statement has names and amounts, so it is not in
 * the address.
 */
export function StaffTransfersPage() {
  const t = useT();
  const title = t('office.transfers.title');
  useOfficeTitle(title);
  const [text, setText] = useState('');
  const [recorded, setRecorded] = useState<{ line: StatementLine; orderId: string } | null>(null);
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
            onSubmit={() => match.mutate(text)}
          />
          {match.data && (
            <StatementLines
              lines={match.data}
              runningId={recorded?.orderId}
              onRecord={(line, { order }) => setRecorded({ line, orderId: order.order_id })}
            />
          )}
        </div>
      </div>
      {recorded && (
        <RecordTransfer
          key={recorded.orderId}
          {...recorded}
          onClose={() => setRecorded(null)}
          onRecorded={() => {
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
