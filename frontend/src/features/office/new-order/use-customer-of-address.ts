import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { customerQuery } from '../customers/staff-customers-api';
import { draftCustomer } from './CustomerPicker';
import type { DraftCustomer } from './order-draft';

/** Chooses the customer in the address, once. The customer page links to it. */
export function useCustomerOfAddress(onFound: (customer: DraftCustomer) => void): void {
  const { cus_id: cusId } = useSearch({ strict: false }) as { cus_id?: number };
  const isNamed = Number.isSafeInteger(cusId) && Number(cusId) > 0;
  const { data } = useQuery({ ...customerQuery(String(cusId)), enabled: isNamed });
  const isChosen = useRef(false);
  const newest = useRef(onFound);
  useEffect(() => {
    newest.current = onFound;
  });
  useEffect(() => {
    if (!data || isChosen.current || data.block || data.erasure) return;
    isChosen.current = true;
    newest.current(draftCustomer(data.account));
  }, [data]);
}
