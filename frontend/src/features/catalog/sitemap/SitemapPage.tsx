import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type PageFamily, SITE_PAGES } from '@/domain/content/site-pages';
import { usePageExists } from '@/domain/content/use-page-exists';
import { categoriesQuery } from '@/shared/api/site-queries';
import type { Category, Group } from '@/shared/api/types';
import { usePageTitle } from '@/shared/head/page-title';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile, type Tint } from '@/shared/ui/ResponsiveImage';
import { SecondName } from '@/shared/ui/SecondName';
import { SiteLink } from '@/shared/ui/SiteLink';
import { groupsQuery } from '../catalog-queries';
import { categoryColor } from '../category-colors';

const FAMILIES = [
  ['shop', 'sitemap.shop'],
  ['help', 'footer.help'],
  ['company', 'footer.company'],
  ['investor', 'page.investor'],
] as const satisfies (readonly [PageFamily, string])[];

const linkStyle = 'inline-flex min-h-(--tap) items-center rounded-xs text-sm hover:text-link';

/** Sitemap page: links to all categories with their groups, then to all pages. */
export function SitemapPage() {
  const t = useT();
  const { data: categories } = useSuspenseQuery(categoriesQuery).data;
  const { data: groups } = useSuspenseQuery(groupsQuery()).data;
  usePageTitle(t('page.sitemap'));
  const has = usePageExists();
  const families = FAMILIES.map(([family, title]) => ({
    family,
    title,
    pages: SITE_PAGES[family].filter(([to]) => has(to)),
  })).filter(({ pages }) => pages.length > 0);
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs current={t('page.sitemap')} />
      <h1 className="mb-5 text-xl lg:text-2xl">{t('page.sitemap')}</h1>
      <section aria-labelledby="sitemap-categories">
        <h2 id="sitemap-categories" className="mb-3 text-lg lg:text-xl">
          {t('menu.categories')}
        </h2>
        <ul className="gap-x-10 md:columns-2 lg:columns-3">
          {categories.map((category, index) => (
            <CategoryTree
              key={category.cat_id}
              category={category}
              tint={categoryColor(index)}
              groups={groups.filter(({ cat_id }) => cat_id === category.cat_id)}
            />
          ))}
        </ul>
      </section>
      <section aria-labelledby="sitemap-pages" className="mt-6 border-t border-line pt-6">
        <h2 id="sitemap-pages" className="mb-1 text-lg lg:text-xl">
          {t('sitemap.pages')}
        </h2>
        <div className="grid grid-cols-2 gap-x-5 lg:grid-cols-4">
          {families.map(({ family, title, pages }) => (
            <div key={family}>
              <h3 className="mt-3 text-sm text-text-3">{t(title)}</h3>
              <ul>
                {pages.map(([to, label]) => (
                  <li key={to}>
                    <SiteLink href={to} className={linkStyle}>
                      {t(label)}
                    </SiteLink>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </section>
    </div>
  );
}

type CategoryTreeProps = { category: Category; groups: Group[]; tint: Tint | undefined };

function CategoryTree({ category, groups, tint }: CategoryTreeProps) {
  const { code } = useLanguage();
  return (
    <li className="mb-6 break-inside-avoid">
      <Link
        to="/shop"
        search={{ category: category.cat_id }}
        className="flex min-h-13 items-center gap-3 rounded-md font-semibold hover:text-link"
      >
        <ImageTile
          path={category.cat_img}
          alt=""
          tint={tint}
          upTo={160}
          sizes="44px"
          tileClassName="w-11 flex-none rounded-sm!"
        />
        <span className="leading-head">
          <LocalizedText>
            {pickText(category.cat_name_la, category.cat_name_en, code)}
          </LocalizedText>
          <SecondName la={category.cat_name_la} en={category.cat_name_en} />
        </span>
        <span className="num ms-auto text-xs font-normal text-text-3">
          {category.product_count}
        </span>
      </Link>
      <ul className="ms-5 border-s border-line ps-9">
        {groups.map((group) => (
          <li key={group.prog_id}>
            <Link
              to="/shop"
              search={{ category: category.cat_id, group: group.prog_id }}
              className="flex min-h-(--tap) items-center justify-between gap-3 rounded-xs text-sm leading-head text-text-2 hover:text-link"
            >
              <span>
                <LocalizedText>
                  {pickText(group.prog_name_la, group.prog_name_en, code)}
                </LocalizedText>
                <SecondName la={group.prog_name_la} en={group.prog_name_en} />
              </span>
              <span className="num text-xs text-text-3">{group.product_count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
