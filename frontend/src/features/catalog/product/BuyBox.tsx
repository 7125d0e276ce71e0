import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Phone, ShoppingCart } from 'lucide-react';
import { writeBuyNow } from '@/domain/cart/buy-now';
import { maxQuantity } from '@/domain/cart/cart-quantity';
import { QuantityField } from '@/domain/cart/QuantityField';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { lineProduct } from '@/domain/catalog/line-product';
import { stockLevel } from '@/domain/catalog/stock-level';
import { companyQuery } from '@/shared/api/site-queries';
import type { Product } from '@/shared/api/types';
import { formatKip } from '@/shared/format/kip';
import { useT } from '@/shared/i18n/language-context';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { telHref } from './product-rules';

type BuyBoxProps = {
  product: Product;
  /** What the shopper says on the phone. */
  code: string;
  quantity: number;
  total: number;
  onQuantity: (quantity: number) => void;
};

/** Buy box: quantity, add to cart, buy now, order by phone; products not for sale have an inquiry button. */
export function BuyBox({ product, code, quantity, total, onQuantity }: BuyBoxProps) {
  const t = useT();
  const level = stockLevel(product);
  if (level === 'out' || level === 'not-for-sale') {
    return (
      <>
        <p className="text-sm text-text-2">
          <LocalizedText>
            {t(level === 'out' ? 'product.outNote' : 'product.askNote')}
          </LocalizedText>
        </p>
        <CallBar label={t('product.callToAsk')} />
      </>
    );
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="text-sm font-semibold">{t('product.quantity')}</span>
        <QuantityField
          value={quantity}
          max={maxQuantity(product.stock)}
          onChange={onQuantity}
          label={t('product.quantity')}
        />
        <p aria-live="polite" className="text-sm text-text-3">
          {quantity > 1 && (
            <>
              {t('product.total')}{' '}
              <b dir="ltr" className="num text-md font-semibold text-text">
                {formatKip(total, 0)}
              </b>
            </>
          )}
        </p>
      </div>
      <BuyBar product={product} quantity={quantity} />
      <CallLink label={t('product.callInstead', { code })} />
    </>
  );
}

/** Buttons to add to the cart and to buy now; always visible on phones. */
function BuyBar({ product, quantity }: { product: Product; quantity: number }) {
  const t = useT();
  const actions = useCartActions();
  const navigate = useNavigate();
  const buyNow = () => {
    writeBuyNow({ pro_id: product.pro_id, quantity });
    void navigate({ to: '/checkout', search: { buyNow: true } });
  };
  return (
    <div className="buy-bar flex gap-2.5">
      <Button
        kind="soft"
        size="l"
        icon={ShoppingCart}
        className="min-w-0 flex-1 px-2!"
        onPointerEnter={actions.preload}
        onClick={() => actions.add(lineProduct(product), quantity)}
      >
        {t('product.addToCart')}
      </Button>
      <Button size="l" className="min-w-0 flex-1 px-2!" onClick={buyNow}>
        {t('product.buyNow')}
      </Button>
    </div>
  );
}

function CallLink({ label }: { label: string }) {
  const hotline = useQuery(companyQuery).data?.data.hotline;
  if (!hotline) return null;
  return (
    <a
      href={telHref(hotline)}
      className="self-start rounded-sm py-2.5 text-sm text-text-2 hover:text-link"
    >
      <Icon of={Phone} size="s" className="me-2 inline" />
      <LocalizedText>{label}</LocalizedText>{' '}
      <bdi dir="ltr" className="num font-semibold">
        {hotline}
      </bdi>
    </a>
  );
}

/** Inquiry button of a product not for sale; always visible on phones. */
function CallBar({ label }: { label: string }) {
  const hotline = useQuery(companyQuery).data?.data.hotline;
  if (!hotline) return null;
  return (
    <div className="buy-bar">
      <a href={telHref(hotline)} className={buttonStyle('primary', 'l', 'w-full')}>
        <Icon of={Phone} />
        {label}{' '}
        <bdi dir="ltr" className="num">
          {hotline}
        </bdi>
      </a>
    </div>
  );
}
