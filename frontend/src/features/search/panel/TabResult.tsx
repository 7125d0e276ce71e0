import { Link } from '@tanstack/react-router';
import { matchRanges } from '@/domain/catalog/match-ranges';
import type { FoundProduct } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Highlight } from '@/shared/ui/Highlight';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { HitPrice } from '../HitPrice';

/** Product row of the panel: image, name and number, with a link. */
export function TabResult({ product, onFollow }: { product: FoundProduct; onFollow: () => void }) {
  const t = useT();
  const { code } = useLanguage();
  const name = pickText(product.pro_name_la, product.pro_name_en, code);
  return (
    <li>
      <Link
        to="/shop/$proId"
        params={{ proId: String(product.pro_id) }}
        onClick={onFollow}
        className="card grid grid-cols-[72px_minmax(0,1fr)] items-center gap-3 rounded-md py-2"
      >
        <ImageTile path={product.pro_img_cover} alt="" sizes="72px" upTo={160} />
        <span>
          <span className="card-name line-clamp-2 text-sm leading-head font-medium">
            <Highlight ranges={matchRanges(product, name) ?? []}>{name}</Highlight>
          </span>
          <SecondName la={product.pro_name_la} en={product.pro_name_en} />
          <HitPrice product={product} />
          <span className="flex items-center gap-3 text-xs text-text-3">
            <Ltr>#{product.pro_id}</Ltr>
            <span className="ms-auto font-semibold text-link">
              <LocalizedText>{t('search.details')}</LocalizedText>
            </span>
          </span>
        </span>
      </Link>
    </li>
  );
}
