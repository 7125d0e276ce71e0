import { Trash2, Undo2 } from 'lucide-react';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { QuantityBox } from '../new-order/QuantityBox';
import { OfficeButton, OfficeIconButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { useOffice } from '../use-office-format';
import type { DraftItem } from './lines-draft';

type LinesRowProps = {
  item: DraftItem;
  /** Units that the order can have; undefined until the preview has loaded. */
  available: number | undefined;
  onQuantity: (quantity: number) => void;
  onDone: () => void;
};

/**
 * Line of a changed order with its former quantity. A removed line stays until the change is saved, and can be
 * restored.
 */
export function LinesRow({ item, available, onQuantity, onDone }: LinesRowProps) {
  const { t, code } = useOffice();
  const { quantity, before, price } = item;
  const name = pickText(item.pro_name_la, item.pro_name_en, code);
  const unit = pickText(item.unit_name_la, item.unit_name_en, code);
  const isRemoved = quantity === 0;
  const isShort = quantity > before && available !== undefined && available < quantity;
  return (
    <li className="o-line" data-short={isShort || undefined} data-removed={isRemoved || undefined}>
      <ImageTile path={item.pro_img_cover} alt="" sizes="48px" upTo={160} />
      <div className="min-w-0">
        <p className={isRemoved ? 'font-medium line-through' : 'font-medium'}>
          <LocalizedText>{name}</LocalizedText>
        </p>
        <p className="o-note tabular-nums">
          <Ltr>{item.pro_id}</Ltr> · <OfficeKip value={price} />
          {unit && ` / ${unit}`}
        </p>
        <Difference quantity={quantity} before={before} />
        {isShort && (
          <p role="alert" className="o-small text-err">
            {available > 0
              ? t('office.lines.limit', {
                  count: formatNumber(available),
                  unit: unitOf(available, unit),
                })
              : t('office.new.gone')}
          </p>
        )}
      </div>
      {isRemoved ? (
        <OfficeButton
          icon={Undo2}
          aria-label={t('office.lines.putBackOf', { name })}
          onClick={() => onQuantity(Math.max(before, 1))}
        >
          {t('office.lines.putBack')}
        </OfficeButton>
      ) : (
        <div className="o-draft-amounts">
          <QuantityBox name={name} value={quantity} onChange={onQuantity} onDone={onDone} />
          <b>
            <OfficeKip value={price * quantity} />
          </b>
          <OfficeIconButton
            icon={Trash2}
            label={t('office.new.remove', { name })}
            onClick={() => onQuantity(0)}
          />
        </div>
      )}
    </li>
  );
}

function Difference({ quantity, before }: { quantity: number; before: number }) {
  const { t } = useOffice();
  if (quantity === before) return null;
  const text =
    before === 0
      ? t(quantity === 0 ? 'office.lines.notAdded' : 'office.lines.added')
      : quantity === 0
        ? t('office.lines.removed')
        : t('office.lines.difference', {
            before: formatNumber(before),
            after: formatNumber(quantity),
          });
  return <p className="o-small tabular-nums">{text}</p>;
}
