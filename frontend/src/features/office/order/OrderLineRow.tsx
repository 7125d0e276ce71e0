import { useNow } from '@/shared/hooks/use-now';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Quantity } from '@/shared/ui/Quantity';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeKip } from '../OfficeKip';
import { shortMoment } from '../office-dates';
import type { PickedLine, StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

const CLOCK_MS = 60_000;

type OrderLineRowProps = {
  line: StaffOrder['lines'][number];
  /** Place in the store or warehouse; undefined if there is none, or nothing is to be picked. */
  location: string | undefined;
  /** Tick of the line, with the member of the staff who made it; null without a tick, undefined where nothing is to be picked. */
  tick: PickedLine | null | undefined;
  onToggle: () => void;
};

/** One product of an order, with a box to tick off while it is prepared. */
export function OrderLineRow({ line, location, tick, onToggle }: OrderLineRowProps) {
  const { t, code, language } = useOffice();
  const now = useNow(CLOCK_MS);
  const name = pickText(line.pro_name_la, line.pro_name_en, code);
  const unit = pickText(line.unit_name_la, line.unit_name_en, code);
  return (
    <li className="o-line" data-picked={tick ? true : undefined}>
      <div className="o-row gap-1">
        {tick !== undefined && (
          <label className="o-check">
            <input
              type="checkbox"
              aria-label={t('office.pick', { name })}
              checked={tick !== null}
              onChange={onToggle}
            />
          </label>
        )}
        <ImageTile path={line.pro_img_cover} alt="" sizes="48px" upTo={160} />
      </div>
      <div className="min-w-0">
        <p className="font-medium">
          <LocalizedText>{name}</LocalizedText>
        </p>
        <p className="o-note tabular-nums">
          <Ltr>{line.pro_id}</Ltr>
        </p>
        {location && (
          <p className="o-small">
            <span className="o-muted">{t('office.product.location')}</span> <b>{location}</b>
          </p>
        )}
        {tick?.by && (
          <p className="o-note">
            <LocalizedText>{tick.by.name}</LocalizedText>
            {' · '}
            <time dateTime={tick.at}>{shortMoment(tick.at, now, language)}</time>
          </p>
        )}
      </div>
      <div className="o-line-amounts">
        <div>
          <Quantity isStrong count={line.quantity} unit={unit} unitClassName="o-muted" />{' '}
          <span className="o-muted">
            × <OfficeKip value={line.price} />
          </span>
        </div>
        <b>
          <OfficeKip value={line.total} />
        </b>
      </div>
    </li>
  );
}
