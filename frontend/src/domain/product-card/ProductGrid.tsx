import type { Product } from '@/shared/api/types';
import { cx } from '@/shared/ui/cx';
import { ProductCard } from './ProductCard';

type Columns = 4 | 5;

/** Grid columns: two on a phone, three on a tablet, four beside filters, five on a full page. */
export const gridStyle = (columns: Columns) =>
  cx(
    'grid grid-cols-2 gap-x-(--grid-gap) gap-y-6 md:grid-cols-3 lg:gap-y-8',
    columns === 5 ? 'lg:grid-cols-5' : 'lg:grid-cols-4',
  );

type ProductGridProps = {
  products: Product[];
  columns?: Columns;
  /** Number of images in the first row that are visible without scrolling. They load with high priority. */
  priorityCount?: number;
};

export function ProductGrid({ products, columns = 5, priorityCount = 0 }: ProductGridProps) {
  return (
    <ul className={gridStyle(columns)}>
      {products.map((product, index) => (
        <li key={product.pro_id}>
          <ProductCard product={product} isPriority={index < priorityCount} />
        </li>
      ))}
    </ul>
  );
}
