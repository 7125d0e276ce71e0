import { useQuery } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { companyQuery } from '@/api/site';
import type { Cart } from '@/cart/lines';
import { formatKip } from '@/format/kip';
import { useT } from '@/language/context';
import { cx } from '@/ui/classes';
import { Icon } from '@/ui/Icon';
import { Amount } from '@/ui/Price';

/** The sum with its VAT note, and how far it is to free delivery. */
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
          {missing === 0
            ? t('cart.deliveryFree')
            : t('product.deliveryMissing', { amount: formatKip(missing, 0) })}
        </p>
      )}
    </>
  );
}
