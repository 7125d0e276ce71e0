import { pickText } from '@/shared/i18n/pick-text';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import type { StaffOrderSummary } from '../staff-order-types';
import { useOffice } from '../use-office-format';

/** Images of the first three products, and the number of further ones. */
export function OrderThumbs({ order }: { order: StaffOrderSummary }) {
  const { code } = useOffice();
  const more = order.line_count - order.lines.length;
  return (
    <span className="o-thumbs">
      {order.lines.map((line) => (
        <ImageTile
          key={line.pro_id}
          path={line.pro_img_cover}
          alt={pickText(line.pro_name_la, line.pro_name_en, code)}
          sizes="28px"
          upTo={160}
          tileClassName="w-7"
        />
      ))}
      {more > 0 && <span className="o-more num">+{more}</span>}
    </span>
  );
}
