import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { ProductCard } from '@/domain/product-card/ProductCard';
import type { Promotion } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { Rail } from '@/shared/ui/Rail';

const CARD_WIDTH =
  'flex-[0_0_43%] md:flex-[0_0_27%] lg:flex-[0_0_calc((100%-4*var(--grid-gap))/5)]';
const CARD_SIZES = '(width >= 64rem) 250px, (width >= 48rem) 27vw, 43vw';

/** Carousel of the first products of a promotion. If there are more, the last item links to them. */
export function PromotionRail({ promotion, label }: { promotion: Promotion; label: string }) {
  const t = useT();
  const items = promotion.products.map((product) => ({
    key: String(product.pro_id),
    node: <ProductCard product={product} sizes={CARD_SIZES} />,
  }));
  if (promotion.product_count > promotion.products.length) {
    items.push({
      key: 'all',
      node: (
        <Link
          to="/shop"
          search={{ promotion: promotion.promo_id }}
          className="grid aspect-square place-content-center justify-items-center gap-2 rounded-md bg-deal-soft-2 p-4 text-center text-sm font-semibold text-on-deal-soft hover:underline hover:underline-offset-4"
        >
          <Icon of={ArrowRight} size="l" className="flip" />
          {t('promotion.viewAll', { count: promotion.product_count })}
        </Link>
      ),
    });
  }
  return <Rail label={label} itemClassName={CARD_WIDTH} items={items} />;
}
