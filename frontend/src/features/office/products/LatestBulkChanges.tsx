import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { OfficeButton } from '../OfficeButton';
import { fullMoment } from '../office-dates';
import { bulkChangesQuery } from '../staff-products-api';
import { useOffice } from '../use-office-format';
import { useProductUndo } from './product-undo';

/** The latest bulk changes with their undo, also those whose response this browser never received. */
export function LatestBulkChanges() {
  const { t, language } = useOffice();
  const { data } = useQuery(bulkChangesQuery());
  const { undo } = useProductUndo();
  if (!data || data.data.length === 0) return null;
  return (
    <section aria-label={t('office.bulk.latest')} className="grid gap-1">
      <h3 className="font-semibold">{t('office.bulk.latest')}</h3>
      <ul className="grid gap-1">
        {data.data.map(({ change_id, at, by_name, product_count, undone, can_undo }) => (
          <li key={change_id} className="o-row">
            <span className="o-grow o-small">
              <LocalizedText>
                {[
                  fullMoment(at, language),
                  by_name,
                  t('office.bulk.products', { count: product_count }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </LocalizedText>
            </span>
            {undone && <span className="o-small o-muted">{t('office.ledger.undone')}</span>}
            {can_undo && (
              <OfficeButton icon={Undo2} onClick={() => void undo(change_id)}>
                {t('office.undo')}
              </OfficeButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
