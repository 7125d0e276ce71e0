// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LineProduct } from '@/domain/catalog/line-product';
import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import type { AppContext } from '@/shared/hooks/use-app-context';
import { setShownLanguage } from '@/shared/i18n/language-preference';
import { languageOf } from '@/shared/i18n/languages';
import { loadMessagePart, loadMessages } from '@/shared/i18n/load-messages';
import type { CartChange } from './cart-notices';
import { showCartToast } from './cart-toasts';

vi.mock('@/shared/ui/toast', () => ({
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
const { toast } = await import('@/shared/ui/toast');

const product = { pro_id: 7, pro_name_la: 'ສະຫວ່ານ', pro_name_en: 'Drill' } as LineProduct;
const add = { kind: 'add', product, quantity: 1 } as const;
let shop: AppContext;

beforeEach(async () => {
  vi.clearAllMocks();
  const english = languageOf('en');
  if (!english) throw new Error('no English');
  setShownLanguage(english);
  await loadMessagePart('buying', english);
  shop = { queryClient: new QueryClient(), t: await loadMessages(english), code: 'en' };
});

it.each([
  ['add', add, 'Failed to add item to cart'],
  ['add from the wishlist', { ...add, from: 'wishlist' }, 'Could not add this product to the cart'],
  ['update', { ...add, kind: 'update' }, 'Failed to update item quantity'],
  ['remove', { ...add, kind: 'remove' }, 'Failed to remove item from cart'],
  ['clear', { kind: 'clear' }, 'Failed to clear cart'],
] as [string, CartChange, string][])(
  'failed %s shows an error toast with a retry',
  (_, change, text) => {
    const retry = vi.fn();
    const error = new ApiError(503, 'unavailable', 'No');
    showCartToast(shop, { ...change, type: 'failed', error, retry });
    expect(toast.error).toHaveBeenCalledWith(text, {
      detail: 'The shop cannot answer right now. Please try again.',
      action: { label: 'Try again', onClick: retry },
    });
  },
);

it.each([
  ['validation', 'API token validation failed'],
  ['missing', 'No API token available. Please reload the page and try again.'],
  ['refresh', 'API token refresh failed. Cannot proceed with the request.'],
] as const)('change without an API token shows the reason: %s', (kind, detail) => {
  const failed = { type: 'failed', error: new ApiTokenError(kind), retry: vi.fn() } as const;
  showCartToast(shop, { ...add, ...failed });
  expect(toast.error).toHaveBeenCalledWith(
    'Failed to add item to cart',
    expect.objectContaining({ detail }),
  );
});

it('quantity over the limit of an order names the limit and offers the chat', () => {
  const details = { reason: 'line_quantity_limit', limit: { max: 1000, used: 0 } };
  const error = new ApiError(409, 'conflict', 'No', undefined, undefined, details);
  const failed = { type: 'failed', reason: error.reason, error, retry: vi.fn() } as const;
  showCartToast(shop, { ...add, ...failed });
  expect(toast.error).toHaveBeenCalledWith('Failed to add item to cart', {
    detail: 'At most 1,000 of one product per order. Ask us in the chat about larger quantities.',
    action: { label: 'Ask in the chat', onClick: expect.any(Function) },
  });
});

it('deletion names the product and offers undo', () => {
  const engine = { add: vi.fn() };
  showCartToast(shop, { ...add, kind: 'remove', quantity: 3, type: 'done' }, engine as never);
  const [text, options] = vi.mocked(toast.success).mock.calls[0] ?? [];
  expect([text, options?.detail]).toEqual(['Item removed from the cart', 'Drill']);
  options?.action?.onClick();
  expect(engine.add).toHaveBeenCalledWith(product, 3, { isQuiet: true });
});
