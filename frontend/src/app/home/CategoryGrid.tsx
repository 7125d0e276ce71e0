import { Link } from '@tanstack/react-router';
import { categoryColor } from '@/features/catalog/category-colors';
import type { Category } from '@/shared/api/types';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { SectionHeading } from '@/shared/ui/SectionHeading';

const SHOWN = 12;

export function CategoryGrid({ categories }: { categories: Category[] }) {
  const t = useT();
  const { code } = useLanguage();
  if (categories.length === 0) return null;
  return (
    <section className="wrap section-y">
      <SectionHeading
        title={t('home.categories')}
        more={{ label: t('action.seeAll'), link: { to: '/sitemap' } }}
      />
      <ul className="grid grid-cols-3 gap-x-(--grid-gap) gap-y-4 md:grid-cols-6">
        {categories.slice(0, SHOWN).map((category, index) => (
          <li key={category.cat_id}>
            <Link
              to="/shop"
              search={{ category: category.cat_id }}
              className="card block rounded-lg"
            >
              <ImageTile
                path={category.cat_img}
                alt=""
                tint={categoryColor(index)}
                upTo={480}
                sizes="(width >= 48rem) 16vw, 30vw"
                tileClassName="rounded-lg!"
              />
              <span className="card-name mt-1.5 block text-center text-xs leading-head font-semibold text-balance lg:text-sm">
                <LocalizedText>
                  {pickText(category.cat_name_la, category.cat_name_en, code)}
                </LocalizedText>
                <SecondName la={category.cat_name_la} en={category.cat_name_en} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
