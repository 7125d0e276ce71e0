import type { MessageKey } from '@/shared/i18n/load-messages';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { InlineAlert } from '@/shared/ui/Notice';
import { kipText, OfficeKip } from '../OfficeKip';
import { useOffice } from '../use-office-format';
import type { PriceChange } from './lines-draft';

type LinesNoticeProps = { notice: MessageKey; priceChanges: PriceChange[] };

/** Notice of the reason why the items were not changed, with the products whose price has changed meanwhile. */
export function LinesNotice({ notice, priceChanges }: LinesNoticeProps) {
  const { t, code } = useOffice();
  return (
    <InlineAlert kind="err" isUrgent title={t(notice)}>
      {priceChanges.length > 0 && (
        <ul className="mt-1 grid gap-1" aria-label={t('office.lines.newPrices')}>
          {priceChanges.map(({ pro_id, pro_name_la, pro_name_en, before, now }) => (
            <li key={pro_id}>
              <LocalizedText>{pickText(pro_name_la, pro_name_en, code)}</LocalizedText>{' '}
              <span className="tabular-nums">
                <s className="o-muted">
                  <OfficeKip value={before} />
                </s>{' '}
                → <b>{kipText(now)}</b>
              </span>
            </li>
          ))}
        </ul>
      )}
    </InlineAlert>
  );
}
