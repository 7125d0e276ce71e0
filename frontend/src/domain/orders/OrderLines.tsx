import { Kip } from '@/domain/catalog/Price';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { unitName } from '@/shared/i18n/second-name';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { Quantity } from '@/shared/ui/Quantity';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import type { OrderLine, QuoteLine } from './order-types';

/** A line of an order, or of a quote, which has the units in stock. */
type ShownLine = OrderLine & Partial<Pick<QuoteLine, 'available'>>;

/** Lines of an order in a column: image, name, quantity and total. A product of a quote that is sold out has no total. */
export function OrderLines({ lines }: { lines: ShownLine[] }) {
  const t = useT();
  const { code } = useLanguage();
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.pro_id} className="flex items-center gap-3 py-2">
          <ImageTile
            path={line.pro_img_cover}
            alt=""
            sizes="56px"
            tileClassName="w-14 flex-none rounded-sm!"
          />
          <span className="min-w-0 flex-1 text-sm">
            <span className="line-clamp-2">
              <LocalizedText>{pickText(line.pro_name_la, line.pro_name_en, code)}</LocalizedText>
            </span>
            <SecondName la={line.pro_name_la} en={line.pro_name_en} />
            <span className="num text-xs text-text-3">
              <Quantity
                factor={<Kip value={line.price} />}
                count={line.quantity}
                unit={unitName(line)}
              />
            </span>
          </span>
          {line.available === 0 && line.total === 0 ? (
            <span className="text-sm font-semibold text-err">{t('stock.out')}</span>
          ) : (
            <Ltr className="num text-sm font-bold whitespace-nowrap">
              <Kip value={line.total} />
            </Ltr>
          )}
        </li>
      ))}
    </ul>
  );
}
