import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { districtsOf } from '@/domain/addresses/provinces';
import { ORDERS, orderQuery } from '@/domain/orders/order-queries';
import type { OrderSummary } from '@/domain/orders/order-types';
import { authQuery } from '@/shared/api/auth';
import type { Paged } from '@/shared/api/types';
import type { CheckoutValues } from './checkout-values';

export type Address = Pick<CheckoutValues, 'province' | 'district' | 'village'>;

/** Number of the newest orders that are searched for an address. */
const SEARCHED = 10;

/** Address of the customer's newest order that was to be delivered; null if there is none among the newest ten. */
export const lastAddressQuery = (client: QueryClient) =>
  queryOptions<Address | null>({
    queryKey: [`${ORDERS}/last-address`],
    queryFn: async () => {
      const orders = authQuery<Paged<OrderSummary>>(ORDERS, { limit: SEARCHED });
      const { data: newest } = await client.fetchQuery(orders);
      for (const { order_id } of newest) {
        const { delivery } = (await client.fetchQuery(orderQuery(order_id))).data;
        const { province, district, village } = delivery;
        if (!province || !district || !village) continue;
        if (districtsOf(province).some(({ la }) => la === district)) {
          return { province, district, village };
        }
      }
      return null;
    },
    retry: false,
  });
