import type { ProductDetail } from '@/shared/api/types';
import { bothNames } from '@/shared/i18n/second-name';
import type { Crumb } from '@/shared/ui/Breadcrumbs';

/** Breadcrumbs of a product: its category, then its group. */
export function useProductBreadcrumbs({ category, group }: ProductDetail): Crumb[] {
  const trail: Crumb[] = [];
  if (category) {
    trail.push({
      label: bothNames(category.cat_name_la, category.cat_name_en),
      link: { to: '/shop', search: { category: category.cat_id } },
    });
  }
  if (group) {
    trail.push({
      label: bothNames(group.prog_name_la, group.prog_name_en),
      link: { to: '/shop', search: { category: category?.cat_id, group: group.prog_id } },
    });
  }
  return trail;
}
