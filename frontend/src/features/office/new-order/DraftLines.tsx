import { Trash2 } from 'lucide-react';
import type { Quote, QuoteLine } from '@/domain/orders/order-types';
import { formatNumber } from '@/shared/format/kip';
import { unitOf } from '@/shared/format/unit';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { OfficeIconButton } from '../OfficeButton';
import { OfficeKip } from '../OfficeKip';
import { useOffice } from '../use-office-format';
import type { DraftLine } from './order-draft';
import { QuantityBox } from './QuantityBox';

type DraftLinesProps = {
  lines: DraftLine[];
  quote: Quote | undefined;
  onQuantity: (proId: number, quantity: number) => void;
  /** Called after a line was removed, or when Enter ends the input of a quantity. */
  onDone: () => void;
};

/** Lines of the draft: quantity, price, and stock problems. */
export function DraftLines({ lines, quote, onQuantity, onDone }: DraftLinesProps) {
  const { t } = useOffice();
  if (lines.length === 0) return <p className="o-note px-4 pb-4">{t('office.new.noLines')}</p>;
  return (
    <ul aria-label={t('office.lines')}>
      {lines.map((line) => (
        <DraftLineRow
          key={line.pro_id}
          line={line}
          quoted={quote?.lines.find(({ pro_id }) => pro_id === line.pro_id)}
          onQuantity={(quantity) => {
            onQuantity(line.pro_id, quantity);
            if (quantity === 0) onDone();
          }}
          onDone={onDone}
        />
      ))}
    </ul>
  );
}

type DraftLineRowProps = {
  line: DraftLine;
  quoted: QuoteLine | undefined;
  onQuantity: (quantity: number) => void;
  onDone: () => void;
};

function DraftLineRow({ line, quoted, onQuantity, onDone }: DraftLineRowProps) {
  const { t, code } = useOffice();
  const name = pickText(line.pro_name_la, line.pro_name_en, code);
  const unit = quoted ? pickText(quoted.unit_name_la, quoted.unit_name_en, code) : '';
  const isShort = quoted !== undefined && quoted.available < line.quantity;
  return (
    <li className="o-line" data-short={isShort || undefined}>
      <ImageTile path={line.pro_img_cover} alt="" sizes="48px" upTo={160} />
      <div className="min-w-0">
        <p className="font-medium">
          <LocalizedText>{name}</LocalizedText>
        </p>
        <p className="o-note tabular-nums">
          <Ltr>{line.pro_id}</Ltr>
          {quoted && (
            <>
              {' '}
              · <OfficeKip value={quoted.price} />
              {unit && ` / ${unit}`}
            </>
          )}
        </p>
        {isShort && (
          <p role="status" className="o-small text-err">
            {quoted.available > 0
              ? t('office.new.short', {
                  count: formatNumber(quoted.available),
                  unit: unitOf(quoted.available, unit),
                })
              : t('office.new.gone')}
          </p>
        )}
      </div>
      <div className="o-draft-amounts">
        <QuantityBox name={name} value={line.quantity} onChange={onQuantity} onDone={onDone} />
        <b>{quoted && <OfficeKip value={quoted.price * line.quantity} />}</b>
        <OfficeIconButton
          icon={Trash2}
          label={t('office.new.remove', { name })}
          onClick={() => onQuantity(0)}
        />
      </div>
    </li>
  );
}
