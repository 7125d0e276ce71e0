import type { ProductDetail } from '@/shared/api/types';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { withSecondName } from '@/shared/i18n/second-name';
import type { Crumb } from '@/shared/ui/Breadcrumbs';

/** The way down to a product: its category, then its group. */
export function useProductBreadcrumbs({ category, group }: ProductDetail): Crumb[] {
  const language = useLanguage();
  const nameOf = (la: string, en: string) =>
    withSecondName(pickText(la, en, language.code), la, en, language);
  const trail: Crumb[] = [];
  if (category) {
    trail.push({
      label: nameOf(category.cat_name_la, category.cat_name_en),
      link: { to: '/shop', search: { category: category.cat_id } },
    });
  }
  if (group) {
    trail.push({
      label: nameOf(group.prog_name_la, group.prog_name_en),
      link: { to: '/shop', search: { category: category?.cat_id, group: group.prog_id } },
    });
  }
  return trail;
}
