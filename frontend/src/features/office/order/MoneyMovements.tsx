import { shopNow } from '@/shared/api/shop-time';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { OfficeKip } from '../OfficeKip';
import { shortMoment } from '../office-dates';
import { meansText } from '../order-labels';
import type { MoneyMovement } from '../staff-order-types';
import { useOffice } from '../use-office-format';

type MoneyMovementsProps = { title: string; movements: MoneyMovement[] };

/** Amounts that were received or paid out: method, reference, person and time. */
export function MoneyMovements({ title, movements }: MoneyMovementsProps) {
  const { t, language } = useOffice();
  if (movements.length === 0) return null;
  const now = shopNow();
  return (
    <div className="o-movements">
      <h3 className="o-note">{title}</h3>
      <ul className="o-refunds">
        {movements.map((one) => (
          <li key={`${one.at} ${one.amount} ${one.reference ?? ''}`}>
            <span className="o-grow">
              {t(meansText(one.method))}
              {one.reference && (
                <>
                  {' · '}
                  <Ltr>{one.reference}</Ltr>
                </>
              )}
              {one.by && (
                <>
                  {' · '}
                  <LocalizedText>{one.by.name}</LocalizedText>
                </>
              )}
            </span>
            <OfficeKip value={one.amount} />
            <time dateTime={one.at}>{shortMoment(one.at, now, language)}</time>
          </li>
        ))}
      </ul>
    </div>
  );
}
