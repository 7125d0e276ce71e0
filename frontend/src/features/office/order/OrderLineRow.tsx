import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeKip } from '../OfficeKip';
import type { StaffOrder } from '../staff-order-types';
import { useOffice } from '../use-office-format';

type OrderLineRowProps = {
  line: StaffOrder['lines'][number];
  /** Place in the store or warehouse; undefined if there is none, or nothing is to be picked. */
  location: string | undefined;
  /** Whether the goods lie ready; undefined where nothing is to be picked. */
  isPicked: boolean | undefined;
  onToggle: () => void;
};

/** One product of an order, with a box to tick off while it is prepared. */
export function OrderLineRow({ line, location, isPicked, onToggle }: OrderLineRowProps) {
  const { t, code } = useOffice();
  const name = pickText(line.pro_name_la, line.pro_name_en, code);
  const unit = pickText(line.unit_name_la, line.unit_name_en, code);
  return (
    <li className="o-line" data-picked={isPicked}>
      <div className="o-row gap-1">
        {isPicked !== undefined && (
          <label className="o-check">
            <input
              type="checkbox"
              aria-label={t('office.pick', { name })}
              checked={isPicked}
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
      </div>
      <div className="o-line-amounts">
        <div>
          <b>{formatNumber(line.quantity)}</b>{' '}
          <span className="o-muted">
            {unitOf(line.quantity, unit)} × <OfficeKip value={line.price} />
          </span>
        </div>
        <b>
          <OfficeKip value={line.total} />
        </b>
      </div>
    </li>
  );
}
