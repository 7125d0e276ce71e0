import { authFetch } from '@/shared/api/auth';
import type { components } from '@/shared/api/schema';
import type { Envelope } from '@/shared/api/types';
import type { StaffOrderSummary } from '../staff-order-types';
import { STAFF_ORDERS } from '../staff-orders-api';

type Schemas = components['schemas'];
export type TransferFit = Schemas['TransferFit'];
export type UnreadReason = Schemas['UnreadReason'];
/** An order that a line may pay. */
export type TransferCandidate = Omit<Schemas['TransferCandidate'], 'order'> & {
  order: StaffOrderSummary;
};
/** Line of a bank statement with the orders that it may pay. */
export type StatementLine = Omit<Schemas['StatementLine'], 'candidates'> & {
  candidates: TransferCandidate[];
};

/** Maximum characters of a statement. */
export const MAX_STATEMENT_LENGTH = 20_000;

/** The orders that the lines of a statement may pay. It records nothing, and the text does not stay at the server. */
export const matchTransfers = async (text: string): Promise<StatementLine[]> =>
  (
    await authFetch<Envelope<StatementLine[]>>(`${STAFF_ORDERS}/transfer-matches`, {
      method: 'POST',
      body: { text },
    })
  ).data;
