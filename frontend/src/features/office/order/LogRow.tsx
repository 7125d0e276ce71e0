import { useNow } from '@/shared/hooks/use-now';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { fullMoment, shortMoment } from '../office-dates';
import { meansText } from '../order-labels';
import type { OrderLogEntry, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';
import { CONSENT_TEXTS } from './consent-texts';
import { logKind, logNote, logText } from './log-text';

const CLOCK_MS = 60_000;

/** Entry of the log of an order. */
export function LogRow({ entry, order }: { entry: OrderLogEntry; order: StaffOrder }) {
  const { t, language } = useOffice();
  const now = useNow(CLOCK_MS);
  return (
    <li data-kind={logKind(entry)}>
      <span>
        <LocalizedText>
          {logText(t, entry, entry.delivery_method ?? order.delivery.method)}
        </LocalizedText>
        {entry.amount ? (
          <>
            {' '}
            <OfficeKip value={entry.amount} />
          </>
        ) : null}
        {entry.method && ` · ${t(meansText(entry.method))}`}
        {entry.reference && (
          <>
            {' · '}
            <Ltr>{entry.reference}</Ltr>
          </>
        )}
      </span>
      <time dateTime={entry.at} title={fullMoment(entry.at, language)}>
        {shortMoment(entry.at, now, language)}
      </time>
      {entry.consent && <small>{t(CONSENT_TEXTS[entry.consent])}</small>}
      {entry.note && <small>{logNote(t, entry, language)}</small>}
    </li>
  );
}
