import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import type { Collection } from '@/shared/api/types';
import { usePageTitle } from '@/shared/head/page-title';
import { useT } from '@/shared/i18n/language-context';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { buttonStyle } from '@/shared/ui/button-style';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { EmptyState } from '@/shared/ui/PageStates';
import { ImageTile, type Tint } from '@/shared/ui/ResponsiveImage';
import { collectionsQuery } from '../catalog-queries';
import { isBrand } from './selections';
import { useCollectionTitle } from './use-collection-title';

/** Page of all collections: the shop's own first, then every brand. */
export function CollectionsPage() {
  const t = useT();
  const { data: collections } = useSuspenseQuery(collectionsQuery).data;
  const selections = collections.filter((collection) => !isBrand(collection));
  const brands = collections.filter(isBrand);
  usePageTitle(t('page.collections'));
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs current={t('page.collections')} />
      <h1 className="text-xl lg:text-2xl">{t('page.collections')}</h1>
      <p className="mb-5 max-w-170 text-sm text-text-3 lg:text-md">
        <LocalizedText>{t('collections.text')}</LocalizedText>
      </p>
      {collections.length === 0 && (
        <EmptyState
          icon={Layers}
          title={t('collections.none')}
          actions={
            <Link to="/shop" className={buttonStyle('primary')}>
              {t('nav.allProducts')}
            </Link>
          }
        />
      )}
      {selections.length > 0 && (
        <ul className="grid gap-(--grid-gap) md:grid-cols-3">
          {selections.map((collection, index) => (
            <SelectionCard key={collection.name} collection={collection} index={index} />
          ))}
        </ul>
      )}
      {brands.length > 0 && (
        <section className="pt-8 lg:pt-12">
          <h2 className="mb-3 text-xl lg:mb-5 lg:text-2xl">{t('collections.brands')}</h2>
          <ul className="grid grid-cols-2 gap-x-(--grid-gap) gap-y-5 md:grid-cols-4 lg:grid-cols-6">
            {brands.map((brand) => (
              <BrandCard key={brand.name} brand={brand} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const TINTS: Tint[] = ['indigo', 'leaf', 'clay', 'turmeric'];

function SelectionCard({ collection, index }: { collection: Collection; index: number }) {
  const t = useT();
  const titleOf = useCollectionTitle();
  return (
    <li>
      <Link
        to="/by-{$name}"
        params={{ name: collection.name }}
        className="card relative block rounded-lg"
      >
        <ImageTile
          path={collection.image}
          alt=""
          tint={TINTS[index % TINTS.length]}
          isPriority={index === 0}
          sizes="(width >= 48rem) 32vw, 46vw"
          tileClassName="collection-tile"
        />
        <span className="absolute inset-y-0 start-0 flex w-1/2 flex-col justify-center ps-5 leading-head text-on-tile md:inset-y-auto md:bottom-4 md:w-auto">
          <span className="text-lg font-semibold lg:text-xl">
            <LocalizedText>{titleOf(collection)}</LocalizedText>
          </span>
          <span className="text-xs font-medium text-on-tile-2 lg:text-sm">
            {t('product.count', { count: collection.product_count })}
          </span>
        </span>
      </Link>
    </li>
  );
}

function BrandCard({ brand }: { brand: Collection }) {
  const t = useT();
  const titleOf = useCollectionTitle();
  return (
    <li>
      <Link to="/by-{$name}" params={{ name: brand.name }} className="card block rounded-md">
        <ImageTile
          path={brand.image}
          alt=""
          upTo={480}
          sizes="(width >= 64rem) 200px, (width >= 48rem) 23vw, 46vw"
        />
        <span className="card-name mt-1.5 block text-sm leading-head font-semibold">
          <LocalizedText>{titleOf(brand)}</LocalizedText>
        </span>
        <span className="block text-xs text-text-3">
          {t('product.count', { count: brand.product_count })}
        </span>
      </Link>
    </li>
  );
}
