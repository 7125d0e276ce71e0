import type { ProductDetail } from '@/shared/api/types';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import type { Crumb } from '@/shared/ui/Breadcrumbs';

/** The way down to a product: its category, then its group. */
export function useProductBreadcrumbs({ category, group }: ProductDetail): Crumb[] {
  const { code } = useLanguage();
  const trail: Crumb[] = [];
  if (category) {
    trail.push({
      label: pickText(category.cat_name_la, category.cat_name_en, code),
      link: { to: '/shop', search: { category: category.cat_id } },
    });
  }
  if (group) {
    trail.push({
      label: pickText(group.prog_name_la, group.prog_name_en, code),
      link: { to: '/shop', search: { category: category?.cat_id, group: group.prog_id } },
    });
  }
  return trail;
}
