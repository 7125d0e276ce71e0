import { ChevronRight } from 'lucide-react';
import { SITE_PAGES } from '@/domain/content/site-pages';
import { usePageExists } from '@/domain/content/use-page-exists';
import type { Content } from '@/shared/api/types';
import { useT } from '@/shared/i18n/language-context';
import { Icon } from '@/shared/ui/Icon';
import { ImageTile } from '@/shared/ui/ResponsiveImage';
import { SiteLink } from '@/shared/ui/SiteLink';
import { ClubFacts } from './ClubFacts';
import { ContactStrip } from './ContactStrip';
import { ContentFrame } from './ContentFrame';
import { Documents } from './Documents';
import { Paragraphs } from './Paragraphs';
import { RetentionTimes } from './RetentionTimes';
import { relatedPages } from './related-pages';

type TextPageProps = { slug: string; content: Content };

/** Layout of text pages: about, services, programs, terms, investor pages. */
export function TextPage({ slug, content }: TextPageProps) {
  const t = useT();
  const has = usePageExists();
  const isInvestor = relatedPages(slug) === 'investor' && has('/investor');
  return (
    <ContentFrame
      slug={slug}
      title={content.title}
      breadcrumbs={
        isInvestor && slug !== 'investor'
          ? [{ label: t('page.investor'), link: { to: '/investor' } }]
          : []
      }
    >
      {content.image && (
        <ImageTile
          path={content.image}
          alt=""
          tint="turmeric"
          upTo={1280}
          sizes="(width >= 64rem) 680px, 92vw"
          tileClassName="mb-6 aspect-[5/2]! max-w-170 rounded-lg!"
        />
      )}
      {slug === 'svnclub' && <ClubFacts />}
      <Paragraphs paragraphs={content.paragraphs} />
      {slug === 'privacy-policy' && <RetentionTimes />}
      <Documents documents={content.documents} />
      {slug === 'investor' && <InvestorPages />}
      <ContactStrip />
    </ContentFrame>
  );
}

/** Links to the pages below the investor overview. */
function InvestorPages() {
  const t = useT();
  const has = usePageExists();
  const below = SITE_PAGES.investor.slice(1).filter(([to]) => has(to));
  return (
    <ul className="mt-8 grid max-w-170 gap-3 md:grid-cols-2">
      {below.map(([to, label]) => (
        <li key={to}>
          <SiteLink
            href={to}
            className="flex min-h-16 items-center justify-between gap-3 rounded-md px-4 py-2 text-sm leading-head font-semibold inset-ring inset-ring-line hover:bg-surface-2 hover:text-link"
          >
            {t(label)}
            <Icon of={ChevronRight} size="s" className="flip text-text-3" />
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}
