import { formatPercent } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { percentOf, type SimilarProduct } from './similar-product';
import './similarity-badge.css';

/** Badge on the image of a search hit: its similarity, and its rank if it is among the first three. */
export function SimilarityBadge({ found, rank }: { found: SimilarProduct; rank: number }) {
  const t = useT();
  return (
    <div className="pointer-events-none absolute start-2 top-2 z-1 flex gap-1.5 text-xs">
      {rank <= 3 && (
        <span data-rank={rank} className="similar-mark min-w-6 justify-center font-bold">
          <span className="sr-only">{t('imageSearch.rank', { rank })}</span>
          <span aria-hidden>{rank}</span>
        </span>
      )}
      <span className="similar-mark num font-semibold">
        {t('imageSearch.alike', { percent: formatPercent(percentOf(found)) })}
      </span>
    </div>
  );
}
