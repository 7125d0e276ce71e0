// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { MessageProductCard } from '@/domain/chat/MessageProductCard';
import type { OrderSummary, Quote, QuoteLine } from '@/domain/orders/order-types';
import { ProductCard } from '@/domain/product-card/ProductCard';
import { CategoryMenuProduct } from '@/features/catalog/category-menu/CategoryMenuProduct';
import { GroupChips } from '@/features/catalog/shop/GroupChips';
import { QuoteChangesNotice } from '@/features/checkout/ChangesNotice';
import { OrderLimitNotice } from '@/features/checkout/OrderLimitNotice';
import { ResultCard } from '@/features/image-search/ResultCard';
import { OrderRow } from '@/features/orders/OrderRow';
import { PromotionCard } from '@/features/promotion/PromotionCard';
import { PromotionSection } from '@/features/promotion/PromotionSection';
import { TypeChips } from '@/features/promotion/TypeChips';
import { ApiError } from '@/shared/api/client';
import type { Product, Promotion, PromotionType } from '@/shared/api/types';
import { fakeApi, jsonResponse } from '@/testing/fake-shop';
import { renderPage } from '@/testing/render-page';

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

const PLACES: Record<string, () => ReactNode> = {
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
    'GET /api/v1/product/7': () => jsonResponse(PRODUCT),
    'GET /api/v1/product': () => jsonResponse([]),
    'GET /api/v1/group': () => jsonResponse([group(1), group(2)]),
  });
  await renderPage({ path: '/', page: PLACES[place] ?? (() => null), language: 'cn' });
  expect((await screen.findAllByText(/Cement/)).length).toBeGreaterThan(0);
});
