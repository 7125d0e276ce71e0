import { formatPhone } from '@/shared/forms/phone';
import type { CustomerRow } from '../customers/staff-customers-api';
import { fullName } from '../staff-access';
import type { DraftCustomer } from './order-draft';

/** Customer of the order, from an account. */
export const draftCustomer = (account: CustomerRow['account']): DraftCustomer => ({
  cus_id: account.cus_id,
  name: fullName(account),
  phone: formatPhone(account.phone),
});
