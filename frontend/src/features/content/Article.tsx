import { useQuery } from '@tanstack/react-query';
import type { Content } from '@/shared/api/types';
import { formatDay } from '@/shared/format/shop-clock';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SectionHeading } from '@/shared/ui/SectionHeading';
import { contentQuery } from './content-queries';
import { ItemCard } from './ItemList';
import { Paragraphs } from './Paragraphs';

type ArticleProps = { content: Content; list: 'news' | 'homeguru' };

const LISTS = {
  news: { path: '/blogs/news', label: 'page.news' },
  homeguru: { path: '/homeguru', label: 'page.homeguru' },
} as const;
const MORE = 2;

/** Page of a news item or article, with further ones below. */
export function Article({ content, list }: ArticleProps) {
  const t = useT();
  const { code } = useLanguage();
  const { path, label } = LISTS[list];
  const others = (useQuery(contentQuery(list)).data?.data.items ?? []).filter(
    ({ slug }) => slug !== content.slug,
  );
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs trail={[{ label: t(label), link: { to: path } }]} current={content.title} />
      <article className="mx-auto max-w-170 lg:pt-4">
        {content.date && (
          <time dateTime={content.date} className="text-sm text-text-3">
            {formatDay(content.date, code)}
          </time>
        )}
        <h1 className="mb-5 text-xl lg:text-3xl">
          <LocalizedText>{content.title}</LocalizedText>
        </h1>
        {content.image && (
          <ImageTile
            path={content.image}
            alt=""
            tint="turmeric"
            isPriority
            upTo={1280}
            sizes="(width >= 48rem) 680px, 92vw"
            tileClassName="item-tile mb-6 lg:mb-8"
          />
        )}
        <Paragraphs paragraphs={content.paragraphs} />
      </article>
      {others.length > 0 && (
        <section className="mx-auto max-w-170 pt-12">
          <SectionHeading
            title={t('content.readNext')}
            more={{ label: t('action.seeAll'), link: { to: path } }}
          />
          <ul className="grid gap-x-(--grid-gap) gap-y-6 md:grid-cols-2">
            {others.slice(0, MORE).map((item, index) => (
              <li key={item.slug}>
                <ItemCard item={item} index={index + 1} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
