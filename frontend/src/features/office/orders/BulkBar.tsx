import { useNavigate } from '@tanstack/react-router';
import { Check, Printer, UserPlus, X } from 'lucide-react';
import { useT } from '@/shared/i18n/language-context';
import type { GridSelection } from '../grid/grid-selection';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { useShortcuts } from '../shell/use-shortcuts';
import type { StaffOrderSummary } from '../staff-order-types';
import { useBulkAction } from './use-bulk-action';

type BulkBarProps = {
  selection: GridSelection<StaffOrderSummary>;
  /** Called when an action did not succeed for every order. */
  onPartly: () => void;
};

/** Bar for the selected orders: number and total, then the actions. */
export function BulkBar({ selection, onPartly }: BulkBarProps) {
  const t = useT();
  const navigate = useNavigate();
  const { run, running } = useBulkAction(selection.clear, onPartly);
  const { chosen } = selection;
  const toConfirm = chosen.filter(({ status }) => status === 'placed');
  const sum = chosen.reduce((total, order) => total + order.total, 0);
  const print = () => {
    const orders = chosen.map(({ order_id }) => order_id).join(',');
    void navigate({ to: '/staff/orders/print', search: { doc: 'picking', orders } });
  };
  const confirm = () => {
    if (toConfirm.length > 0) void run('confirm', toConfirm);
  };
  const assign = () => void run('assign', chosen);
  useShortcuts({ c: confirm, p: print, a: assign });
  return (
    <section aria-label={t('office.bulk')} className="o-bulk">
      <span aria-live="polite">
        <b className="tabular-nums">{t('office.chosen', { count: chosen.length })}</b>
        <small>
          <OfficeKip value={sum} />
        </small>
      </span>
      <OfficeButton
        kind="primary"
        icon={Check}
        disabled={toConfirm.length === 0}
        isLoading={running === 'confirm'}
        onClick={confirm}
      >
        {t('office.confirmCount', { count: toConfirm.length })}
      </OfficeButton>
      <OfficeButton kind="plain" icon={Printer} onClick={print}>
        {t('office.printPicking')}
      </OfficeButton>
      <OfficeButton kind="plain" icon={UserPlus} isLoading={running === 'assign'} onClick={assign}>
        {t('office.assignMe')}
      </OfficeButton>
      <OfficeIconButton icon={X} label={t('office.clearSelection')} onClick={selection.clear} />
    </section>
  );
}
