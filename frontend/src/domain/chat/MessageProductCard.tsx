import { useQuery } from '@tanstack/react-query';
import { Kip } from '@/domain/catalog/Price';
import { getQuery } from '@/shared/api/client';
import type { Envelope, ProductDetail } from '@/shared/api/types';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { SiteLink } from '@/shared/ui/SiteLink';

export const chatProductQuery = (id: string) =>
  getQuery<Envelope<ProductDetail>>(`/api/v1/product/${id}`);

type MessageProductCardProps = {
  id: string;
  /** On the writer's own bubble, which is dark. */
  isOwn: boolean;
  onFollow?: () => void;
};

/** Card of the product that a message is about; if it is unknown, its number with a link. */
export function MessageProductCard({ id, isOwn, onFollow }: MessageProductCardProps) {
  const { code } = useLanguage();
  const product = useQuery(chatProductQuery(id)).data?.data;
  const name = product && pickText(product.pro_name_la, product.pro_name_en, code);
  return (
    <SiteLink
      href={`/shop/${id}`}
      onClick={onFollow}
      data-product-card={id}
      className={`-mx-1.5 mb-1.5 grid min-h-18 grid-cols-[3.5rem_minmax(0,1fr)] items-center gap-2.5 rounded-md p-2 ${isOwn ? 'bg-on-action/15' : 'bg-surface-2'}`}
    >
      <ImageTile
        path={product?.pro_img_cover ?? null}
        alt=""
        sizes="56px"
        upTo={160}
        tileClassName="rounded-sm!"
      />
      <span className="min-w-0 text-xs">
        <b className="line-clamp-2 font-semibold">
          <LocalizedText>{name ?? `#${id}`}</LocalizedText>
        </b>
        {product && (
          <SecondName
            la={product.pro_name_la}
            en={product.pro_name_en}
            className={isOwn ? 'text-on-action!' : ''}
          />
        )}
        <Ltr className={cx('num block pt-1', isOwn && '[&_small]:text-on-action')}>
          {product?.price != null && (
            <>
              <Kip value={product.price} />
              {' · '}
            </>
          )}
          #{id}
        </Ltr>
      </span>
    </SiteLink>
  );
}
