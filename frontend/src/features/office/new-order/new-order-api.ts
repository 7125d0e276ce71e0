import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Quote } from '@/domain/orders/order-types';
import { authFetch } from '@/shared/api/auth';
import { apiUrl } from '@/shared/api/client';
import type { Envelope, Product } from '@/shared/api/types';
import { latinDigits } from '@/shared/format/latin-digits';
import type { CustomerRow } from '../customers/staff-customers-api';
import type { StaffOrder } from '../staff-order-types';
import { STAFF, STAFF_ORDERS } from '../staff-orders-api';
import type { StaffOrderBody } from './order-draft';

/** Quote of a draft. While another draft is quoted, the previous quote stays. */
export const staffQuoteQuery = (body: StaffOrderBody | undefined) =>
  queryOptions<Quote>({
    queryKey: [STAFF_ORDERS, 'order', 'quote', body],
    queryFn: async ({ signal }) => {
      const path = `${STAFF_ORDERS}/quote`;
      return (await authFetch<Envelope<Quote>>(path, { method: 'POST', body, signal })).data;
    },
    enabled: body !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
    refetchOnReconnect: 'always',
  });

/** Places an order for a customer. It is idempotent by `key`. */
export const placeStaffOrder = async (body: StaffOrderBody, key: string): Promise<StaffOrder> =>
  (
    await authFetch<Envelope<StaffOrder>>(STAFF_ORDERS, {
      method: 'POST',
      body,
      headers: { 'idempotency-key': key },
    })
  ).data;

export const createCustomer = async (body: { fname: string; lname: string; phone: string }) =>
  (await authFetch<Envelope<CustomerRow>>(`${STAFF}customers`, { method: 'POST', body })).data
    .account;

/** Whether the text may be a scanned or typed code: one word with a digit, without letters of Lao. */
export const isCode = (text: string): boolean => /^(?=.*\d)[\x21-\x7e]+$/.test(latinDigits(text));

/** Products with exactly this barcode, id or SKU, as shoppers see them. */
export const fetchByCode = async (code: string): Promise<Product[]> =>
  (
    await authFetch<Envelope<Product[]>>(
      apiUrl(`${STAFF}product-codes`, { code: latinDigits(code) }),
    )
  ).data;
