import { useState } from 'react';
import type { LineChange } from '@/domain/orders/order-types';
import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { faultsOf } from '@/shared/forms/server-errors';
import { sendOrder } from './checkout-queries';
import { type Attempt, isUnsettled, settleAttempt } from './order-attempt';
import { readChanges } from './quote-changes';
import { usePlacedOrder } from './use-placed-order';

export type Placing =
  | { is: 'idle' }
  | { is: 'sending' }
  /** Nobody knows whether the order exists: only this attempt may be sent again. */
  | { is: 'unsettled'; attempt: Attempt }
  /** Refused for good, and about no field and no line. */
  | { is: 'failed'; error: unknown }
  | { is: 'empty' };

export type Refusals = {
  onChanges: (changes: LineChange[]) => void;
  /** The cart is another one than the shopper looked at. */
  onCartChanged: () => void;
  /** Puts faults at their fields; false when they are about none of the form. */
  showFaults: (error: unknown) => boolean;
};

/** Sends an order until the shop has answered for good, and tells apart what it may answer. */
export function usePlacing({ onChanges, onCartChanged, showFaults }: Refusals) {
  const [placing, setPlacing] = useState<Placing>({ is: 'idle' });
  const placed = usePlacedOrder();

  const refused = (error: unknown): Placing => {
    const reason = error instanceof ApiError ? error.reason : undefined;
    if (reason === 'price_changed' || reason === 'stock_short') {
      onChanges(readChanges((error as ApiError).details.lines));
    } else if (reason === 'cart_changed') {
      onCartChanged();
    } else if (faultsOf(error).some(({ field }) => field === 'items')) {
      return { is: 'empty' };
    } else if (!showFaults(error)) {
      return { is: 'failed', error };
    }
    return { is: 'idle' };
  };

  const send = async (attempt: Attempt): Promise<void> => {
    setPlacing({ is: 'sending' });
    try {
      await placed(await sendOrder(attempt), !JSON.parse(attempt.body).buyNow);
    } catch (error) {
      const isOpen = error instanceof ApiError ? isUnsettled(error.status) : !isNotSent(error);
      if (isOpen) return setPlacing({ is: 'unsettled', attempt });
      settleAttempt();
      setPlacing(refused(error));
    }
  };

  return { placing, send };
}

/** Without a token the order never left the browser. */
const isNotSent = (error: unknown) => error instanceof ApiTokenError;
