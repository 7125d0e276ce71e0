import { customerNumber } from '../session/customer-number';
import { VISITOR } from './outbox-storage';

/** Owner name under which this browser stores the unsent messages of a customer or visitor. */
export const ownerOf = (isCustomer: boolean): string =>
  isCustomer ? String(customerNumber()) : VISITOR;
