// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderPage } from '@/testing/render-page';
import { until } from '@/testing/until';
import { useGoToCheckout } from './use-go-to-checkout';

vi.mock('@/shared/ui/toast', () => ({
  toast: { success: vi.fn(), error: vi.fn(), info: vi.fn() },
}));
const { toast } = await import('@/shared/ui/toast');

const cart = { count: 1, flush: vi.fn() };
vi.mock('@/domain/cart/use-cart', () => ({ useCart: () => ({ count: cart.count }) }));
vi.mock('@/domain/cart/use-cart-actions', () => ({
  useCartActions: () => ({ flush: cart.flush }),
}));

function Button() {
  const { place, go } = useGoToCheckout();
  return (
    <button type="button" onClick={go}>
      {place}
    </button>
  );
}

beforeEach(() => {
  vi.clearAllMocks();
  Object.assign(cart, { count: 1, flush: vi.fn(async () => true) });
});

async function press(at: string) {
  const leadsTo = at.startsWith('/checkout') ? [] : ['/checkout'];
  const [path = at] = at.split('?');
  const page = await renderPage({ path, at, page: Button, leadsTo, language: 'la' });
  await userEvent.click(await screen.findByRole('button'));
  return page;
}

it('empty cart is an error', async () => {
  cart.count = 0;
  await press('/cart');
  expect(toast.error).toHaveBeenCalledWith('ກະຕ່າສິນຄ້າຂອງທ່ານວ່າງເປົ່າ');
  expect(cart.flush).not.toHaveBeenCalled();
});

it('checkout opens once the cart is saved, and a failure is reported', async () => {
  await press('/cart');
  expect(await screen.findByText('at /checkout')).toBeTruthy();
  cart.flush.mockResolvedValue(false);
  await press('/shop');
  await until(() =>
    expect(toast.error).toHaveBeenCalledWith('ເກີດຂໍ້ຜິດພາດໃນການດຳເນີນການ, ກະລຸນາລອງໃໝ່ອີກຄັ້ງ'),
  );
});

it('open checkout page is refreshed, with a toast', async () => {
  await press('/checkout');
  await until(() =>
    expect(toast.info).toHaveBeenCalledWith('ໂປຣໂມຊັນ ແລະ ຄ່າຈັດສົ່ງ ຈະຖືກອັບເດດໃນໜ້າຊຳລະເງິນ.'),
  );
});

it('checkout of buy-now is unchanged, with a toast', async () => {
  await press('/checkout?buyNow=true');
  expect(toast.info).toHaveBeenCalledWith('ທ່ານຢູ່ໃນໜ້າຊຳລະເງິນແລ້ວ');
  expect(cart.flush).not.toHaveBeenCalled();
});
