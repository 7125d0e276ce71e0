import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { SavedAddress } from '@/domain/addresses/address-queries';
import { districtsOf } from '@/domain/addresses/provinces';
import { ORDERS, orderQuery } from '@/domain/orders/order-queries';
import type { OrderSummary } from '@/domain/orders/order-types';
import { authQuery } from '@/shared/api/auth';
import type { Paged } from '@/shared/api/types';
import type { CheckoutValues } from './checkout-values';

export type Address = Pick<CheckoutValues, 'province' | 'district' | 'village'>;
/** Place of a delivery, and its landmark, which tells two addresses of a village apart. */
export type LastAddress = Address & Pick<CheckoutValues, 'landmark'>;

/** Number of the newest orders that are searched for an address. */
const SEARCHED = 10;

/** Address of the customer's newest order that was to be delivered; null if there is none among the newest ten. */
export const lastAddressQuery = (client: QueryClient) =>
  queryOptions<LastAddress | null>({
    queryKey: [`${ORDERS}/last-address`],
    queryFn: async () => {
      const orders = authQuery<Paged<OrderSummary>>(ORDERS, { limit: SEARCHED });
      const { data: newest } = await client.fetchQuery(orders);
      for (const { order_id } of newest) {
        const { delivery, receiver } = (await client.fetchQuery(orderQuery(order_id))).data;
        const { province, district, village } = delivery;
        if (!province || !district || !village) continue;
        if (districtsOf(province).some(({ la }) => la === district)) {
          return { province, district, village, landmark: receiver?.landmark ?? '' };
        }
      }
      return null;
    },
    retry: false,
    // The next checkout must not begin with the address before the last.
    gcTime: 0,
  });

/** Saved address that the order was delivered to: one of the place, with the same landmark if there are several. */
export function savedAddressOf(
  { landmark, ...place }: LastAddress,
  addresses: SavedAddress[],
): SavedAddress | undefined {
  const same = addresses.filter(
    (address) =>
      address.province === place.province &&
      address.district === place.district &&
      address.village.trim() === place.village.trim(),
  );
  return same.find((address) => address.landmark.trim() === landmark.trim()) ?? same[0];
}
