import { Newspaper } from 'lucide-react';
import type { Content, ContentSummary } from '@/shared/api/types';
import { formatDay } from '@/shared/format/shop-clock';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { Breadcrumbs } from '@/shared/ui/Breadcrumbs';
import { cx } from '@/shared/ui/cx';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { EmptyState } from '@/shared/ui/PageStates';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SiteLink } from '@/shared/ui/SiteLink';
import { pathOf, TINTS } from './content-items';
import { Paragraphs } from './Paragraphs';

/** List of news or articles: the newest large, the others in a grid. */
export function ItemList({ content }: { content: Content }) {
  const t = useT();
  return (
    <div className="wrap pb-8 lg:pb-12">
      <Breadcrumbs current={content.title} />
      <h1 className="mb-4 text-xl lg:mb-6 lg:text-2xl">
        <LocalizedText>{content.title}</LocalizedText>
      </h1>
      <Paragraphs paragraphs={content.paragraphs} />
      {content.items.length === 0 && (
        <EmptyState icon={Newspaper} tint="indigo" title={t('content.noItems')} />
      )}
      <ul className="grid gap-x-(--grid-gap) gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {content.items.map((item, index) => (
          <li key={item.slug} className={cx(index === 0 && 'md:col-span-full')}>
            <ItemCard item={item} index={index} isLead={index === 0} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type ItemCardProps = { item: ContentSummary; index: number; isLead?: boolean };

export function ItemCard({ item, index, isLead = false }: ItemCardProps) {
  const { code } = useLanguage();
  return (
    <SiteLink
      href={pathOf(item.slug)}
      className={cx(
        'card block rounded-lg',
        isLead && 'md:grid md:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] md:items-center md:gap-8',
      )}
    >
      <ImageTile
        path={item.image}
        alt=""
        tint={TINTS[index % TINTS.length]}
        upTo={960}
        isPriority={isLead}
        sizes={
          isLead
            ? '(width >= 48rem) 56vw, 92vw'
            : '(width >= 64rem) 30vw, (width >= 48rem) 46vw, 92vw'
        }
        tileClassName="item-tile"
      />
      <span className="block pt-3 md:pt-2">
        {item.date && (
          <time dateTime={item.date} className="text-xs text-text-3">
            {formatDay(item.date, code)}
          </time>
        )}
        <span
          className={cx(
            'card-name block leading-head font-semibold text-balance',
            isLead ? 'text-lg lg:text-2xl' : 'text-md',
          )}
        >
          <LocalizedText>{item.title}</LocalizedText>
        </span>
        <span className={cx('mt-1 text-sm text-text-2', isLead ? 'line-clamp-4' : 'line-clamp-2')}>
          <LocalizedText>{item.summary}</LocalizedText>
        </span>
      </span>
    </SiteLink>
  );
}
