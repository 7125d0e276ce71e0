import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Phone, ShoppingCart } from 'lucide-react';
import type { ReactNode } from 'react';
import { writeBuyNow } from '@/domain/cart/buy-now';
import { maxQuantity } from '@/domain/cart/cart-quantity';
import { QuantityField } from '@/domain/cart/QuantityField';
import { useCartActions } from '@/domain/cart/use-cart-actions';
import { lineProduct } from '@/domain/catalog/line-product';
import { Kip } from '@/domain/catalog/Price';
import { stockLevel } from '@/domain/catalog/stock-level';
import { companyQuery } from '@/shared/api/site-queries';
import type { Product } from '@/shared/api/types';
import { formatNumber } from '@/shared/format/kip';
import { telHref } from '@/shared/format/tel-href';
import { unitOf } from '@/shared/format/unit';
import { useLanguage, useT } from '@/shared/i18n/language-context';
import { pickText } from '@/shared/i18n/pick-text';
import { unitName } from '@/shared/i18n/second-name';
import { Button } from '@/shared/ui/Button';
import { buttonStyle } from '@/shared/ui/button-style';
import { Icon } from '@/shared/ui/Icon';
import { LocalizedText } from '@/shared/ui/LocalizedText';
import { Ltr } from '@/shared/ui/Ltr';

type BuyBoxProps = {
  product: Product;
  /** Product code, which the customer gives on the phone. */
  code: string;
  quantity: number;
  total: number;
  onQuantity: (quantity: number) => void;
};

/** Buy box: quantity, add to cart, buy now, order by phone; products not for sale have an inquiry button. */
export function BuyBox({ product, code, quantity, total, onQuantity }: BuyBoxProps) {
  const t = useT();
  const language = useLanguage().code;
  const level = stockLevel(product);
  const { stock } = product;
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
      {/* The note of the quantity stands at its top, beside the total, unless the bar floats. */}
      <div className="relative flex flex-col gap-4">
        {/* Its height is fixed: a line that appears would move the buttons away from a pointer that is pressing them. */}
        <p aria-live="polite" className="h-6 text-sm leading-6 text-text-3">
          {quantity > 1 && (
            <>
              {t('product.total')}{' '}
              <Ltr className="num text-md leading-6 font-semibold text-text">
                <Kip value={total} />
              </Ltr>
            </>
          )}
        </p>
        <BuyBar product={product} quantity={quantity}>
          <QuantityField
            value={quantity}
            max={maxQuantity(stock)}
            capText={
              stock
                ? t('stock.low', {
                    count: formatNumber(stock),
                    unit: unitOf(stock, unitName(product)),
                  })
                : undefined
            }
            noteClassName="buy-note"
            onChange={onQuantity}
            label={t('product.quantity')}
            name={pickText(product.pro_name_la, product.pro_name_en, language) || code}
          />
        </BuyBar>
      </div>
      <CallLink label={t('product.callInstead', { code })} />
    </>
  );
}

type BuyBarProps = { product: Product; quantity: number; children: ReactNode };

/** Quantity, add to cart and buy now. Always visible on phones, where the cart button has only its icon. */
function BuyBar({ product, quantity, children }: BuyBarProps) {
  const t = useT();
  const actions = useCartActions();
  const navigate = useNavigate();
  const buyNow = () => {
    writeBuyNow({ pro_id: product.pro_id, quantity });
    void navigate({ to: '/checkout', search: { buyNow: true } });
  };
  return (
    <div className="buy-bar flex flex-wrap items-center gap-2">
      <div className="split:max-lg:basis-full">{children}</div>
      <Button
        kind="soft"
        size="l"
        icon={ShoppingCart}
        className="min-w-0 flex-1 px-2!"
        onPointerEnter={actions.preload}
        onClick={() => actions.add(lineProduct(product), quantity)}
      >
        <span className="max-[30rem]:sr-only">{t('product.addToCart')}</span>
      </Button>
      <Button size="l" className="min-w-0 flex-[1.6] px-2! split:max-lg:flex-1" onClick={buyNow}>
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
      className="min-h-(--tap) self-start rounded-sm py-2.5 text-sm text-text-2 hover:text-link"
    >
      <Icon of={Phone} size="s" className="me-2 inline" />
      <LocalizedText>{label}</LocalizedText> <Ltr className="num font-semibold">{hotline}</Ltr>
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
        {label} <Ltr className="num">{hotline}</Ltr>
      </a>
    </div>
  );
}
