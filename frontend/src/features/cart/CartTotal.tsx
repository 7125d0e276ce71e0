import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import type { Cart } from '@/domain/cart/cart-lines';
import { KipSentence } from '@/domain/catalog/KipSentence';
import { Amount } from '@/domain/catalog/Price';
import { companyQuery } from '@/shared/api/site-queries';
import { useT } from '@/shared/i18n/language-context';
import { cx } from '@/shared/ui/cx';
import { Icon } from '@/shared/ui/Icon';

/** Total of the cart with its VAT note, and the amount that is missing for free delivery. */
export function CartTotal({ cart }: { cart: Cart }) {
  const t = useT();
  const freeFrom = useQuery(companyQuery).data?.data.free_delivery_from;
  const missing = freeFrom ? Math.max(0, freeFrom - cart.total) : null;
  return (
    <>
      <p className="flex items-baseline justify-between gap-3" aria-live="polite">
        <span>
          {t('cart.total')} <span className="text-xs text-text-3">({t('cart.withVat')})</span>
        </span>
        <Amount value={cart.total} className="num text-xl" />
      </p>
      {missing !== null && (
        <p
          className={cx(
            'mt-2.5 flex items-center gap-1.5 rounded-sm px-3 py-1.5 text-xs font-semibold',
            missing === 0 ? 'bg-ok-soft text-ok' : 'bg-surface-3 text-text-2',
          )}
        >
          <Icon of={Truck} size="s" />
          {missing === 0 ? (
            t('cart.deliveryFree')
          ) : (
            <KipSentence
              kip={missing}
              text={(amount) => t('product.deliveryMissing', { amount })}
            />
          )}
        </p>
      )}
    </>
  );
}
