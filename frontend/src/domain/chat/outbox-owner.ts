import { VISITOR } from './outbox-storage';

/** The number in the readable cookie. It only names what this browser keeps; the shop goes by the session (D20). */
export function customerNumber(cookies = document.cookie): number {
  const found = /(?:^|;\s*)(?:cus_id|cusId|cus_ID|customer_id)=(\d+)/.exec(cookies)?.[1];
  return Number(found ?? 0);
}

/** Under which name this browser keeps what a customer, or a visitor, has not sent yet. */
export const ownerOf = (isCustomer: boolean): string =>
  isCustomer ? String(customerNumber()) : VISITOR;
