import { Link } from '@tanstack/react-router';
import { LayoutGrid, ScanSearch } from 'lucide-react';
import { useOpenImageSearch } from '@/domain/image-search/image-search-state';
import { SimilarityBadge } from '@/domain/image-search/SimilarityBadge';
import { asProduct } from '@/domain/image-search/similar-product';
import type { SimilarResults } from '@/domain/image-search/similar-results';
import { ProductCard } from '@/domain/product-card/ProductCard';
import { gridStyle } from '@/domain/product-card/ProductGrid';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';

/** All results of an image search on the shop page, with links to the whole list and to another image. */
export function SimilarProducts({ found }: { found: SimilarResults }) {
  const t = useT();
  const openImageSearch = useOpenImageSearch();
  const title = t('imageSearch.similarTitle');
  usePageTitle(title, { isHidden: true });
  return (
    <div className="wrap pb-8">
      <Breadcrumbs
        trail={[{ label: t('nav.allProducts'), link: { to: '/shop' } }]}
        current={title}
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pb-5">
        <img src={found.image} alt="" className="size-16 rounded-md bg-tile object-contain" />
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="text-xl lg:text-2xl">
            <LocalizedText>{title}</LocalizedText>
          </h1>
          <h2 className="text-sm font-normal text-text-3">
            <LocalizedText>{t('imageSearch.found', { count: found.items.length })}</LocalizedText>
          </h2>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link to="/shop" className={buttonStyle('outline')}>
            <Icon of={LayoutGrid} />
            {t('nav.allProducts')}
          </Link>
          <Button kind="soft" icon={ScanSearch} aria-haspopup="dialog" onClick={openImageSearch}>
            {t('imageSearch.another')}
          </Button>
        </div>
      </div>
      <ul className={gridStyle(5)}>
        {found.items.map((item, index) => (
          <li key={item.id} className="relative">
            <ProductCard product={asProduct(item)} isPriority={index < 4} />
            <SimilarityBadge found={item} rank={index + 1} />
          </li>
        ))}
      </ul>
    </div>
  );
}
