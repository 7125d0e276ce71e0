import { Link } from '@tanstack/react-router';
import type { FoundProduct } from '@/shared/api/types';
import { useLanguage } from '@/shared/i18n/language-context';
import { Highlight } from '@/shared/ui/Highlight';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { HitPrice } from './HitPrice';
import type { OptionContext } from './SearchOption';

type ResultOptionProps = OptionContext & { product: FoundProduct; onFollow: () => void };

/** Product option of the search list: image, both names, and product number. */
export function ResultOption({ listId, active, product, onFollow }: ResultOptionProps) {
  const { code } = useLanguage();
  const id = `${listId}-product-${product.pro_id}`;
  const { la, en } = product.matches;
  const names = [
    { text: product.pro_name_la, ranges: la, lang: 'lo' },
    { text: product.pro_name_en, ranges: en, lang: 'en' },
  ].filter(({ text }) => text);
  const [first, second] = code === 'en' ? names.reverse() : names;
  return (
    <Link
      to="/shop/$proId"
      params={{ proId: String(product.pro_id) }}
      role="option"
      id={id}
      tabIndex={-1}
      aria-selected={active === id}
      onClick={onFollow}
      className="option grid grid-cols-[60px_minmax(0,1fr)] items-center gap-3 rounded-md p-1.5"
    >
      <ImageTile path={product.pro_img_cover} alt="" sizes="60px" upTo={160} />
      <span className="min-w-0">
        <span lang={first?.lang} className="line-clamp-1 text-sm leading-head font-semibold">
          {first && <Highlight ranges={first.ranges}>{first.text}</Highlight>}
        </span>
        <span className="flex gap-1 text-xs leading-head text-text-3">
          {second && (
            <span lang={second.lang} className="truncate">
              <Highlight ranges={second.ranges}>{second.text}</Highlight>
            </span>
          )}
          <Ltr className="flex-none">#{product.pro_id}</Ltr>
        </span>
        <HitPrice product={product} />
      </span>
    </Link>
  );
}
