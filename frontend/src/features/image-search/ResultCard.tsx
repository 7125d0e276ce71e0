import { Link } from '@tanstack/react-router';
import { Price } from '@/domain/catalog/Price';
import { StockNote } from '@/domain/catalog/StockNote';
import { stockLevel } from '@/domain/catalog/stock-level';
import { SimilarityBadge } from '@/domain/image-search/SimilarityBadge';
import { asProduct, type SimilarProduct } from '@/domain/image-search/similar-product';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';

type ResultCardProps = { product: SimilarProduct; rank: number; onFollow: () => void };

export function ResultCard({ product, rank, onFollow }: ResultCardProps) {
  const { code } = useLanguage();
  const hit = asProduct(product);
  const isOut = stockLevel(hit) === 'out';
  return (
    <Link
      to="/shop/$proId"
      params={{ proId: String(product.id) }}
      onClick={onFollow}
      className="card relative block rounded-md"
      data-soldout={isOut || undefined}
    >
      <ImageTile
        path={product.imageUrl}
        alt=""
        sizes="(width >= 48rem) 250px, 46vw"
        upTo={480}
        tileClassName="mb-2"
      />
      <SimilarityBadge found={product} rank={rank} />
      <span className="block text-xs text-text-3">
        <Ltr>#{product.id}</Ltr>
      </span>
      <h3 className="card-name line-clamp-2 min-h-[3.2em] text-sm leading-head font-medium">
        <LocalizedText>{pickText(product.title, product.title_en, code)}</LocalizedText>
      </h3>
      <SecondName la={product.title} en={product.title_en} />
      <Price price={hit.price} originalPrice={null} />
      {isOut && <StockNote product={hit} unit="" />}
    </Link>
  );
}
