// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { MessageProductCard } from '@/domain/chat/MessageProductCard';
import { branchName } from '@/domain/orders/delivery-text';
import type { Delivery, OrderSummary, Quote, QuoteLine } from '@/domain/orders/order-types';
import { ProductCard } from '@/domain/product-card/ProductCard';
import { CategoryMenuPanel } from '@/features/catalog/category-menu/CategoryMenuPanel';
import { CategoryMenuProduct } from '@/features/catalog/category-menu/CategoryMenuProduct';
import { GroupChips } from '@/features/catalog/shop/GroupChips';
import { SitemapPage } from '@/features/catalog/sitemap/SitemapPage';
import { QuoteChangesNotice } from '@/features/checkout/ChangesNotice';
import { OrderLimitNotice } from '@/features/checkout/OrderLimitNotice';
import { BranchList } from '@/features/content/BranchList';
import { ResultCard } from '@/features/image-search/ResultCard';
import { OrderRow } from '@/features/orders/OrderRow';
import { PromotionCard } from '@/features/promotion/PromotionCard';
import { PromotionSection } from '@/features/promotion/PromotionSection';
import { TypeChips } from '@/features/promotion/TypeChips';
import { SearchError } from '@/features/search/SearchError';
import { ApiError } from '@/shared/api/client';
import type { Category, Product, Promotion, PromotionType } from '@/shared/api/types';
import { useLocal } from '@/shared/i18n/language-context';
import { LANGUAGES, type Language } from '@/shared/i18n/languages';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';
import { sources } from '@/testing/sources';
import { Hero } from './home/Hero';
import { heroTiles } from './home/hero-tiles';

const NAMES = { pro_name_la: 'ຊີມັງ', pro_name_en: 'Cement' };
const PRODUCT = {
  ...NAMES,
  pro_id: 7,
  price: 58_000,
  product_price1: null,
  stock: 9,
  unit_name_la: 'ຖົງ',
  unit_name_en: 'bag',
  pro_img_cover: '',
} as Product;
const SIMILAR = { id: 7, title: 'ຊີມັງ', title_en: 'Cement', imageUrl: '', similarity: 0.9 };
const ORDER = {
  ...NAMES,
  order_id: '01K9',
  number: '261121-7K3M9QTX',
  status: 'placed',
  payment_method: 'cod',
  payment_status: 'due',
  created_at: '2026-11-21T15:31:00+07:00',
  count: 2,
  line_count: 1,
  total: 116_000,
  pro_img_cover: '',
} as unknown as OrderSummary;
const PROMOTION = {
  promo_id: 5,
  title_la: 'ຊີມັງ',
  title_en: 'Cement',
  banner: '',
  ends: '2027-01-01T00:00:00+07:00',
  product_count: 2,
  products: [],
} as unknown as Promotion;
const TYPE = {
  promo_type_id: 2,
  promo_type_name: 'ຊີມັງ',
  promo_type_name_en: 'Cement',
} as unknown as PromotionType;
const group = (prog_id: number) => ({ prog_id, prog_name_la: 'ຊີມັງ', prog_name_en: 'Cement' });

const CATEGORY = { cat_id: 1, cat_name_la: 'ຊີມັງ', cat_name_en: 'Cement', cat_img: 'c.webp' };
const MENU_PANEL = {
  isWide: false,
  onChoose: () => {},
  onBack: () => {},
  onClose: () => {},
};

const PLACES: Record<string, () => ReactNode> = {
  'category beside a failed search': () => (
    <SearchError error={new Error('down')} onRetry={() => {}} onFollow={() => {}} />
  ),
  'category of the first view': () => (
    <Hero title={null} text={null} tiles={heroTiles(null, [CATEGORY as Category])} />
  ),
  'result of the image search': () => (
    <ResultCard
      product={{ ...SIMILAR, price: 58_000, stock: 9, isKnown: true }}
      rank={1}
      onFollow={() => {}}
    />
  ),
  'product of the category dialog': () => <CategoryMenuProduct product={PRODUCT} />,
  'row of the order list': () => <OrderRow order={ORDER} />,
  'product card of the chat': () => <MessageProductCard id="7" isOwn={false} />,
  'group of a category on phones': () => <GroupChips search={{ category: 1 }} />,
  'unit beside a price': () => (
    <ProductCard product={{ ...PRODUCT, pro_name_en: '', unit_name_en: 'Cement' }} />
  ),
  'changed line of an order': () => (
    <QuoteChangesNotice
      changes={[{ pro_id: 7, requested: 3, available: 1, price_was: 1, price_now: 1 }]}
      totalsBefore={null}
      quote={{ lines: [PRODUCT] } as unknown as Quote}
      onAcknowledge={() => Promise.resolve()}
    />
  ),
  'line over a limit': () => (
    <OrderLimitNotice
      error={
        new ApiError(409, 'conflict', 'No', undefined, undefined, {
          reason: 'stock_share_limit',
          limit: { max: 50, used: 0 },
          lines: [{ pro_id: 7, requested: 9, available: 4, price_was: 1, price_now: 1 }],
        })
      }
      lines={[PRODUCT as unknown as QuoteLine]}
    />
  ),
  branch: () => <BranchList />,
  'pick-up branch of an order': () => (
    <>{branchName({ branch_name_la: 'ຊີມັງ', branch_name_en: 'Cement' } as Delivery, 'cn')}</>
  ),
  promotion: () => <PromotionCard promotion={PROMOTION} />,
  'heading of a promotion': () => <PromotionSection promotion={PROMOTION} />,
  'type of promotions': () => <TypeChips types={[TYPE]} currentId={undefined} />,
};

vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);

it.each(Object.keys(PLACES))('%s has the English name for a reader of Chinese', async (place) => {
  fakeApi({
    'GET /api/v1/branch': () => jsonResponse([{ b_id: 1, b_name: 'ຊີມັງ', b_name_eng: 'Cement' }]),
    'GET /api/v1/company': () => jsonResponse({ hotline: '' }),
    'GET /api/v1/product/7': () => jsonResponse(PRODUCT),
    'GET /api/v1/product': () => jsonResponse([]),
    'GET /api/v1/group': () => jsonResponse([group(1), group(2)]),
    'GET /api/v1/category': () => jsonResponse([CATEGORY]),
  });
  await renderPage({ path: '/', page: PLACES[place] ?? (() => null), language: 'cn' });
  expect((await screen.findAllByText(/Cement/)).length).toBeGreaterThan(0);
});

it.each([
  ['category', { category: 1 }],
  ['group', { category: 1, group: 1 }],
])('%s above its list in the dialog of a phone has the English name', async (_, chosen) => {
  fakeApi({
    'GET /api/v1/product': () => jsonResponse([]),
    'GET /api/v1/group': () => jsonResponse([group(1), group(2)]),
    'GET /api/v1/category': () => jsonResponse([CATEGORY]),
  });
  const panel = () => (
    <CategoryMenuPanel {...MENU_PANEL} menu={{ id: 1, depth: 2, ...chosen }} chosen={{}} />
  );
  await renderPage({ path: '/', page: panel, language: 'cn' });
  const heading = await screen.findByRole('heading', { level: 2 });
  await waitFor(() => expect(heading.textContent).toBe('ຊີມັງCement'));
});

it('group of the site map has the English name', async () => {
  fakeApi({
    'GET /api/v1/group': () => jsonResponse([{ ...group(1), cat_id: 1 }]),
    'GET /api/v1/category': () => jsonResponse([{ ...CATEGORY, cat_name_en: 'Building' }]),
  });
  await renderPage({ path: '/', page: SitemapPage, language: 'cn' });
  expect(await screen.findByText('Cement')).toBeTruthy();
});

it('tile with a text of its own has the English title for a reader of Chinese', async () => {
  const tile = {
    image: 'tile.webp',
    href: '/shop',
    title: { la: 'ຫ້ອງນໍ້າໃໝ່', en: 'New bathroom' },
    text: { la: 'ອ່າງ', en: 'Tubs' },
  };
  const page = () => <Hero title={null} text={null} tiles={[tile]} />;
  await renderPage({ path: '/', page, language: 'cn' });
  expect(await screen.findByText('New bathroom')).toBeTruthy();
});

it.each([
  [0, 1],
  [9, 0],
])(
  'result of the image search with %i in stock is marked as sold out %i times',
  async (stock, marks) => {
    const product = { ...SIMILAR, price: 58_000, stock, isKnown: true };
    const page = () => <ResultCard product={product} rank={1} onFollow={() => {}} />;
    await renderPage({ path: '/', page });
    await screen.findByText('#7');
    expect(screen.queryAllByText('Out of stock')).toHaveLength(marks);
  },
);

it('row of an order names how many more products it has', async () => {
  await renderPage({ path: '/', page: () => <OrderRow order={{ ...ORDER, line_count: 3 }} /> });
  expect(await screen.findByText('and 2 more products')).toBeTruthy();
});

/** Files that have one name for screen readers or the chat, and one of the back office. */
const ONE_NAME = [
  'domain/cart/AddButton.tsx',
  'domain/wishlist/HeartButton.tsx',
  'features/catalog/category-menu/ProductColumn.tsx',
  'features/catalog/product/AskAboutProduct.tsx',
  'features/catalog/product/BuyBox.tsx',
  'features/inbox/ProductAside.tsx',
  'features/inbox/ProductTool.tsx',
];

const shoppersSources = () =>
  sources(/\.tsx?$/).filter(
    ({ path }) => !/\.test\.|^features\/(office|inbox)\/|^testing\/|^shared\/i18n\//.test(path),
  );

it.each<[string, Language]>([
  ['Chinese', LANGUAGES[3]],
  ['Vietnamese', LANGUAGES[4]],
  ['Arabic at a Lao address', { ...LANGUAGES[0], tag: 'ar', dir: 'rtl' }],
  ['French at a Thai address', { ...LANGUAGES[2], tag: 'fr' }],
])(
  'text that is shown in one language is English, and marked as such, for readers of %s',
  async (_, language) => {
    const page = () => {
      const local = useLocal();
      const text = { la: 'ສົ່ງຟຣີ', en: 'Free delivery' };
      return (
        <>
          <p title={local(text)}>
            <LocalizedText>{text}</LocalizedText>
          </p>
          <p>{local({ la: 'ສີ', en: '' })}</p>
        </>
      );
    };
    await renderPage({ path: '/', page, language });
    const shown = await screen.findByText('Free delivery');
    expect(shown.lang).toBe('en');
    expect(shown.tagName).toBe(language.dir === 'rtl' ? 'BDI' : 'SPAN');
    expect(screen.getByTitle('Free delivery')).toBeTruthy();
    expect(screen.getByText('ສີ')).toBeTruthy();
  },
);

it.each(['la', 'th'] as const)(
  'text that is shown in one language is Lao at /%s',
  async (language) => {
    const page = () => <LocalizedText>{{ la: 'ສີ', en: 'Paint' }}</LocalizedText>;
    await renderPage({ path: '/', page, language });
    expect(await screen.findByText('ສີ')).toBeTruthy();
  },
);

it('only names, which have their English one beside them, are Lao for readers of other languages', () => {
  const others = shoppersSources().flatMap(({ path, text }) =>
    [...text.matchAll(/\bpickText\(\s*([\w.]+)/g)]
      .map(([, first = '']) => first)
      .filter((first) => !/(_name_la|\btitle_la|\bb_name|\bpromo_type_name)$/.test(first))
      .map((first) => `${path}: ${first}`),
  );
  expect(others.sort()).toEqual([
    'app/home/Hero.tsx: title.la',
    'domain/orders/delivery-text.ts: la',
    'features/catalog/category-menu/CategoryMenuPanel.tsx: name.la',
    'features/image-search/ResultCard.tsx: product.title',
  ]);
});

it('names of products, categories, groups and branches that are chosen by language have the second name', () => {
  const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;
  const without = sources(/\.tsx?$/)
    .filter(({ path }) => !/\.test\.|^features\/office\/|^testing\//.test(path))
    .filter(({ text }) => {
      const names = count(
        text,
        /pickText\(\s*(?:\w+\.)?(?:(?:pro_name|cat_name|prog_name|branch_name)_la|b_name\b)/g,
      );
      return names > count(text, /<SecondName\b|\b(?:bothNames|secondName|productNames)\(/g);
    })
    .map(({ path }) => path);
  expect(without.sort()).toEqual(ONE_NAME);
});
