import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import { choicesList } from '../choices-list';
import { customerQuery } from '../customers/staff-customers-api';
import { draftCustomer } from './draft-customer';
import type { DraftCustomer } from './order-draft';

/**
 * Chooses the customer in the address, once. The customer page links to it. Until the customer has loaded, the order has
 * none, and not that of an earlier draft. `isOpen` is false once the order has a customer.
 */
export function useCustomerOfAddress(
  chosen: DraftCustomer | null,
  onChoose: (customer: DraftCustomer | null) => void,
) {
  const { cus_id: cusId } = useSearch({ strict: false }) as { cus_id?: number };
  const isNamed = Number.isSafeInteger(cusId) && Number(cusId) > 0;
  const query = useQuery({ ...customerQuery(String(cusId)), enabled: isNamed });
  const { data } = query;
  const [isSettled, setSettled] = useState(!isNamed);
  const isRefused = Boolean(data && (data.block || data.erasure));
  const choose = useEffectEvent(onChoose);
  const forgetOther = useEffectEvent(() => {
    if (chosen && chosen.cus_id !== cusId) onChoose(null);
  });
  useEffect(() => {
    if (isNamed) forgetOther();
  }, [isNamed]);
  useEffect(() => {
    if (!data || isSettled || isRefused) return;
    setSettled(true);
    choose(draftCustomer(data.account));
  }, [data, isSettled, isRefused]);
  return {
    cusId,
    list: choicesList(query),
    isOpen: !isSettled && chosen === null,
    isRefused,
    hasFailed: query.errorUpdateCount > 0,
    /** Leaves the choice to the person. */
    settle: () => setSettled(true),
  };
}
