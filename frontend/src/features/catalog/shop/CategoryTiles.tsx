import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoriesQuery } from '@/shared/api/site-queries';
import { useLanguage } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';

/** Category tiles, offered where a search has no results. */
export function CategoryTiles() {
  const { code } = useLanguage();
  const categories = useQuery(categoriesQuery).data?.data ?? [];
  return (
    <ul className="grid grid-cols-3 gap-x-(--grid-gap) gap-y-4 md:grid-cols-6">
      {categories.map((category) => (
        <li key={category.cat_id}>
          <Link to="/shop" search={{ category: category.cat_id }} className="card block rounded-lg">
            <ImageTile
              path={category.cat_img}
              alt=""
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
  );
}
