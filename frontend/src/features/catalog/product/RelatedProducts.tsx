import { useQuery } from '@tanstack/react-query';
import { ProductCard } from '@/domain/product-card/ProductCard';
import { ProductCardSkeleton } from '@/domain/product-card/ProductGridSkeleton';
import type { ProductDetail } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Rail } from '@/shared/ui/Rail';
import { SectionHeading } from '@/shared/ui/SectionHeading';
import { relatedQuery } from '../catalog-queries';

const ITEM = 'flex-[0_0_43%] md:flex-[0_0_27%] lg:flex-[0_0_calc((100%-4*var(--grid-gap))/5)]';
const SIZES = '(width >= 64rem) 250px, (width >= 48rem) 27vw, 43vw';
const SKELETON_KEYS = [1, 2, 3, 4, 5];

/** Related products. An error renders nothing, because the page is complete without them. */
export function RelatedProducts({ product }: { product: ProductDetail }) {
  const t = useT();
  const related = useQuery(relatedQuery(String(product.pro_id)));
  const products = related.data?.data;
  if (related.isError || products?.length === 0) return null;
  const title = t('product.related');
  const { category, group } = product;
  return (
    <section className="wrap section-y">
      <SectionHeading
        title={title}
        more={{
          label: t('action.seeAll'),
          link: { to: '/shop', search: { category: category?.cat_id, group: group?.prog_id } },
        }}
      />
      <Rail
        label={title}
        itemClassName={ITEM}
        items={
          products
            ? products.map((one) => ({
                key: one.pro_id,
                node: <ProductCard product={one} sizes={SIZES} />,
              }))
            : SKELETON_KEYS.map((place) => ({ key: place, node: <ProductCardSkeleton /> }))
        }
      />
    </section>
  );
}
