import { useEffect, useRef } from 'react';
import { ProductCard } from '@/domain/product-card/ProductCard';
import { gridStyle } from '@/domain/product-card/ProductGrid';
import { ProductCardSkeleton } from '@/domain/product-card/ProductGridSkeleton';
import type { Product } from '@/shared/api/types';
import { cx } from '@/shared/ui/cx';
import { Skeleton } from '@/shared/ui/Skeleton';
import { ProductRow } from './ProductRow';

type ShopListProps = {
  products: Product[];
  isList: boolean;
  /** Whether the products belong to the previous request while the new one loads. */
  isFormer: boolean;
  /** Number of placeholders for products that are loading. */
  coming: number;
  /** Index of the product whose link receives the focus. */
  focusAt: number | null;
  onFocused: () => void;
};

const ROWS = 'grid grid-cols-1 gap-y-5 gap-x-(--grid-gap) md:grid-cols-2';
const PRIORITY = 4;

export function ShopList(props: ShopListProps) {
  const { products, isList, isFormer, coming, focusAt, onFocused } = props;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (focusAt === null || products.length <= focusAt) return;
    list.current?.children[focusAt]?.querySelector('a')?.focus();
    onFocused();
  }, [focusAt, products.length, onFocused]);

  return (
    <ul
      ref={list}
      aria-busy={isFormer || coming > 0}
      className={cx(
        'transition-opacity duration-(--t-base)',
        isList ? ROWS : gridStyle(4),
        isFormer && 'opacity-45 delay-150',
      )}
    >
      {products.map((product, index) => (
        <li key={product.pro_id}>
          {isList ? (
            <ProductRow product={product} isPriority={index < PRIORITY} />
          ) : (
            <ProductCard product={product} isPriority={index < PRIORITY} />
          )}
        </li>
      ))}
      {Array.from({ length: coming }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are all alike
        <li key={`coming-${index}`}>{isList ? <RowSkeleton /> : <ProductCardSkeleton />}</li>
      ))}
    </ul>
  );
}

function RowSkeleton() {
  return (
    <div className="grid grid-cols-[112px_1fr] gap-x-3.5">
      <Skeleton className="aspect-square rounded-md" />
      <div className="pt-1">
        <Skeleton className="h-3 w-1/4" />
        <Skeleton className="mt-3 h-3.5 w-4/5" />
        <Skeleton className="mt-4 h-5 w-2/5" />
        <Skeleton className="mt-3 h-3 w-1/4" />
      </div>
    </div>
  );
}
