import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ProductCard } from '@/domain/product-card/ProductCard';
import {
  addViewed,
  clearViewed,
  restoreViewed,
  useViewedProducts,
} from '@/domain/viewed/viewed-products';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import { Rail } from '@/shared/ui/Rail';
import { SectionHeading } from '@/shared/ui/SectionHeading';
import { toast } from '@/shared/ui/toast';
import { productQuery } from '../catalog-queries';

const MAX_SHOWN = 10;
const STALE_TIME_MS = 5 * 60_000;
const ITEM = 'flex-[0_0_43%] md:flex-[0_0_27%] lg:flex-[0_0_calc((100%-4*var(--grid-gap))/5)]';
const SIZES = '(width >= 64rem) 250px, (width >= 48rem) 27vw, 43vw';

/**
 * Records the view of a product, and shows the products that were viewed before it. Products that left the catalog
 * are missing.
 */
export function ViewedProducts({ proId }: { proId: number }) {
  const t = useT();
  const client = useQueryClient();
  const viewed = useViewedProducts();
  useEffect(() => {
    void addViewed(client, proId);
  }, [client, proId]);
  const ids = viewed.filter((id) => id !== proId).slice(0, MAX_SHOWN);
  const answers = useQueries({
    queries: ids.map((id) => ({
      ...productQuery(String(id)),
      staleTime: STALE_TIME_MS,
      retry: false,
    })),
  });
  const products = answers.flatMap(({ data }) => data?.data ?? []);
  if (products.length === 0) return null;

  const clear = async () => {
    try {
      await clearViewed(client);
      toast.info(t('product.viewedCleared'), {
        action: { label: t('action.undo'), onClick: () => void restoreViewed(client, viewed) },
      });
    } catch (error) {
      toast.error(errorText(t, error) ?? t('form.failed'));
    }
  };
  const title = t('product.viewed');
  return (
    <section className="wrap section-y">
      <SectionHeading
        title={title}
        end={
          <button
            type="button"
            onClick={clear}
            className="min-h-(--tap) flex-none rounded-sm text-sm font-semibold text-link hover:underline hover:underline-offset-4"
          >
            {t('product.clearViewed')}
          </button>
        }
      />
      <Rail
        label={title}
        itemClassName={ITEM}
        items={products.map((product) => ({
          key: product.pro_id,
          node: <ProductCard product={product} sizes={SIZES} />,
        }))}
      />
    </section>
  );
}
