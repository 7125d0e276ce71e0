import { ProductGrid } from '@/domain/product-card/ProductGrid';
import type { Product, ProductSort } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { SectionHeading } from '@/shared/ui/SectionHeading';

type ProductSectionProps = { title: string; products: Product[]; sort: ProductSort };

export function ProductSection({ title, products, sort }: ProductSectionProps) {
  const t = useT();
  if (products.length === 0) return null;
  return (
    <section className="wrap section-y">
      <SectionHeading
        title={title}
        more={{ label: t('action.seeAll'), link: { to: '/shop', search: { sort } } }}
      />
      {/* A tablet shows three columns, so the last product is hidden instead of standing alone in a row. The link above leads to all. */}
      <div className="md:max-lg:[&>ul>li:last-child:nth-child(3n+1)]:hidden">
        <ProductGrid products={products} />
      </div>
    </section>
  );
}
