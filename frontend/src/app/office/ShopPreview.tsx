import { useQueries } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { Preview } from '@/features/office/content/ContentView';
import { type ContentBody, shownProductQuery } from '@/features/office/content/content-api';
import type { Banners, Branch, Content, Hero, Promotion } from '@/shared/api/types';
import { withMessages } from '@/shared/i18n/load-messages';
import { Answered } from './Answered';
import { type MenuEntry, ShownMenu } from './ShownMenu';

type Shown = Parameters<Preview>[0];

// Imports whole pages, like their routes do. Importing a part of a page would move it out of the chunk that shoppers
// load first.
const HomePage = lazy(async () => ({ default: (await import('../home/HomePage')).HomePage }));
const PromotionsPage = lazy(async () => ({
  default: (await import('@/features/promotion/PromotionsPage')).PromotionsPage,
}));
const loadContent = () => withMessages('branches', import('@/features/content/ContentPage'));
const ContentLayout = lazy(async () => ({ default: (await loadContent()).ContentLayout }));
const BranchesLayout = lazy(async () => ({ default: (await loadContent()).BranchesLayout }));

/** Query keys whose responses a preview replaces. */
const BANNERS = ['/api/v1/banner'];
const PROMOTIONS = ['/api/v1/promotion'];
const BRANCHES = ['/api/v1/branch'];

/** Number of products on the card of a promotion. */
const CARD_PRODUCTS = 10;

/** Preview of the storefront: its pages, with the query responses replaced by what the editor has typed. */
export default function ShopPreview({ kind, itemId, body }: Shown) {
  switch (kind) {
    case 'promotion':
      return <ShownPromotion body={body} />;
    case 'hero':
      return (
        <Answered queryKey={BANNERS} data={home([], body as unknown as Hero)}>
          <HomePage />
        </Answered>
      );
    case 'banner': {
      const banner = { ...body, id: 1 } as unknown as Banners['banners'][number];
      return (
        <Answered queryKey={BANNERS} data={home([banner], null)}>
          <HomePage />
        </Answered>
      );
    }
    case 'page':
      return <ShownPage slug={itemId} body={body} />;
    case 'menu':
      return <ShownMenu items={body.items as MenuEntry[]} />;
    case 'branch':
      return (
        <Answered queryKey={BRANCHES} data={[{ ...body, b_id: 1 } as unknown as Branch]}>
          <BranchesLayout />
        </Answered>
      );
    default:
      return null;
  }
}

const home = (banners: Banners['banners'], hero: Hero | null): Banners => ({
  messages: [],
  banners,
  hero,
});

function ShownPromotion({ body }: { body: ContentBody }) {
  const {
    title,
    pro_ids: ids,
    ...rest
  } = body as {
    title: { la: string; en: string };
    pro_ids: number[];
  };
  const products = useQueries({
    queries: ids.slice(0, CARD_PRODUCTS).map((id) => shownProductQuery(id)),
    combine: (results) => results.flatMap(({ data }) => (data ? [data.data] : [])),
  });
  const promotion = {
    ...rest,
    promo_id: 1,
    title_la: title.la,
    title_en: title.en,
    product_count: ids.length,
    products,
  } as unknown as Promotion;
  return (
    <Answered queryKey={PROMOTIONS} data={[promotion]}>
      <PromotionsPage />
    </Answered>
  );
}

type Questions = { question: Content['title']; answer: Content['title'] }[];

function ShownPage({ slug, body }: { slug: string; body: ContentBody }) {
  const content = {
    ...body,
    slug,
    image: body.image || null,
    date: body.date || null,
    questions: (body.questions as Questions).map(({ question, answer }) => ({
      q: question,
      a: answer,
    })),
    items: [],
  } as unknown as Content;
  return (
    <Suspense>
      <ContentLayout slug={slug} content={content} />
    </Suspense>
  );
}
