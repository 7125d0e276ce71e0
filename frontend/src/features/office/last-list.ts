import { useEffect } from 'react';
import type { CustomerParams } from './customers/customer-params';
import type { OrderListParams } from './order-list-params';
import type { StaffProductParams } from './staff-product-params';

type Lists = {
  orders: OrderListParams;
  products: StaffProductParams;
  customers: CustomerParams;
};

const last: Partial<Lists> = {};

/** Remembers the view, filters and page of a list, to which the back button of its entries leads. */
export function useRememberList<Name extends keyof Lists>(name: Name, params: Lists[Name]): void {
  useEffect(() => {
    last[name] = params;
  }, [name, params]);
}

/** Query parameters of the list as it was last shown. */
export const lastList = <Name extends keyof Lists>(name: Name): Lists[Name] =>
  last[name] ?? ({} as Lists[Name]);
