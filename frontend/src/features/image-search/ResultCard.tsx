import { Link } from '@tanstack/react-router';
import { Price } from '@/domain/catalog/Price';
import { SimilarMarks } from '@/domain/image-search/SimilarityBadge';
import type { Similar } from '@/domain/image-search/similar-product';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Lao } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';

type ResultCardProps = { found: Similar; rank: number; onFollow: () => void };

export function ResultCard({ found, rank, onFollow }: ResultCardProps) {
  const { code } = useLanguage();
  return (
    <Link
      to="/shop/$proId"
      params={{ proId: String(found.id) }}
      onClick={onFollow}
      className="card relative block rounded-md"
    >
      <ImageTile
        path={found.imageUrl}
        alt=""
        sizes="(width >= 48rem) 250px, 46vw"
        upTo={480}
        tileClassName="mb-2"
      />
      <SimilarMarks found={found} rank={rank} />
      <span className="block text-xs text-text-3">
        <bdi dir="ltr">#{found.id}</bdi>
      </span>
      <h3 className="card-name line-clamp-2 min-h-[3.2em] text-sm leading-head font-medium">
        <Lao>{pickText(found.title, found.title_en, code)}</Lao>
      </h3>
      <Price price={found.isKnown ? found.price : null} original={null} />
    </Link>
  );
}
