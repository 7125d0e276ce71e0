import { type ReactNode, useState } from 'react';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { toast } from '@/shared/ui/toast';
import { OfficeButton } from '../OfficeButton';
import { useProductUndo } from '../products/product-undo';
import type { ProductChange, StaffProductDetail } from '../staff-product-types';
import { fetchChanges } from '../staff-products-api';
import { EditPanel } from './EditPanel';
import { LedgerRow } from './LedgerRow';
import { UndoQuestion } from './UndoQuestion';

type LedgerPanelProps = {
  product: StaffProductDetail;
  /** Called with the product after an undo has changed it. */
  onProduct: (product: StaffProductDetail) => void;
};

/** Change ledger of the product, newest first, with undo buttons. */
export function LedgerPanel({ product, onProduct }: LedgerPanelProps) {
  const t = useT();
  const [undoing, setUndoing] = useState<string | null>(null);
  const [confirming, setConfirming] = useState<ProductChange | null>(null);
  const { pro_id: proId, ledger, ledger_cursor: cursor } = product;
  const { undo } = useProductUndo(onProduct, proId);

  const run = async (change: ProductChange, isWhole: boolean) => {
    setUndoing(change.change_id);
    await undo(change.change_id, isWhole ? undefined : proId);
    setUndoing(null);
    setConfirming(null);
  };
  const start = (change: ProductChange) => {
    if (change.product_count > 1 && change.source === 'edit') setConfirming(change);
    else void run(change, false);
  };
  const row = (change: ProductChange) => (
    <LedgerRow
      key={change.change_id}
      change={change}
      isUndoing={undoing === change.change_id}
      onUndo={() => start(change)}
    />
  );
  return (
    <EditPanel title={t('office.ledger.title')}>
      {ledger.length === 0 ? (
        <p className="o-muted">{t('office.ledger.none')}</p>
      ) : (
        <ol className="o-ledger">
          {ledger.map(row)}
          {cursor && <OlderChanges key={cursor} proId={proId} cursor={cursor} row={row} />}
        </ol>
      )}
      <UndoQuestion
        change={confirming}
        isUndoing={undoing !== null}
        onCancel={() => setConfirming(null)}
        onUndo={(isWhole) => confirming && void run(confirming, isWhole)}
      />
    </EditPanel>
  );
}

type OlderChangesProps = {
  proId: number;
  cursor: string;
  row: (change: ProductChange) => ReactNode;
};

/** Older changes, one page at a time. */
function OlderChanges({ proId, cursor, row }: OlderChangesProps) {
  const t = useT();
  const [older, setOlder] = useState<ProductChange[]>([]);
  const [next, setNext] = useState<string | null>(cursor);
  const [isLoading, setLoading] = useState(false);
  const load = async () => {
    if (next === null) return;
    setLoading(true);
    try {
      const page = await fetchChanges(proId, next);
      setOlder((before) => [...before, ...page.data]);
      setNext(page.next_cursor);
    } catch (error) {
      const detail = errorText(t, error);
      toast.error(t('office.ledger.failed'), detail ? { detail } : {});
    } finally {
      setLoading(false);
    }
  };
  return (
    <>
      {older.map(row)}
      {next !== null && (
        <li className="o-ledger-more">
          <OfficeButton isLoading={isLoading} onClick={() => void load()}>
            {t('office.ledger.more')}
          </OfficeButton>
        </li>
      )}
    </>
  );
}
