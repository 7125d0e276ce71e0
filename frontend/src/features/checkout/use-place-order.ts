import { useState } from 'react';
import { readChanges } from '@/domain/orders/line-changes';
import type { LineChange } from '@/domain/orders/order-types';
import { ApiError } from '@/shared/api/client';
import { ApiTokenError } from '@/shared/api/token';
import { fieldErrorsOf } from '@/shared/forms/server-errors';
import { sendOrder } from './checkout-queries';
import { isOrderLimit } from './OrderLimitNotice';
import { completeAttempt, isOutcomeUnknown, type OrderAttempt } from './order-attempt';
import { usePlacedOrder } from './use-placed-order';

export type PlaceOrderState =
  | { status: 'idle' }
  | { status: 'sending' }
  /** Outcome unknown: the order may exist, so only this attempt may be sent again. */
  | { status: 'unsettled'; attempt: OrderAttempt }
  /** A final refusal that concerns no field and no line. */
  | { status: 'failed'; error: unknown }
  | { status: 'empty' };

export type PlaceOrderHandlers = {
  /** Called when the order is placed, before its page opens. */
  onPlaced: () => void;
  /** Called with the lines whose price or stock differs from that on the screen. */
  onChanges: (changes: LineChange[]) => void;
  /** Called if delivery fee, discount or total differ from those on the screen. */
  onTotalChanged: () => void;
  /** Called if the cart has changed since the customer looked at it. */
  onCartChanged: () => void;
  /** Shows errors at their fields; returns false if none concerns the form. */
  setServerErrors: (error: unknown) => boolean;
};

/**
 * Sends an order until the response is final, and classifies the response. With `isResumed`, an open attempt is sent as
 * soon as the form is there, so its outcome is unknown from the start.
 */
export function usePlaceOrder(
  { onPlaced, onChanges, onTotalChanged, onCartChanged, setServerErrors }: PlaceOrderHandlers,
  isResumed: boolean,
) {
  const [placing, setPlacing] = useState<PlaceOrderState>({
    status: isResumed ? 'sending' : 'idle',
  });
  const placed = usePlacedOrder();

  const refused = (error: unknown): PlaceOrderState => {
    const reason = error instanceof ApiError ? error.reason : undefined;
    if (isOrderLimit(reason)) return { status: 'failed', error };
    if (reason === 'price_changed' || reason === 'stock_short' || reason === 'total_changed') {
      onChanges(readChanges((error as ApiError).details.lines));
      if (reason !== 'stock_short') onTotalChanged();
    } else if (reason === 'cart_changed') {
      onCartChanged();
    } else if (fieldErrorsOf(error).some(({ field }) => field === 'items')) {
      return { status: 'empty' };
    } else if (!setServerErrors(error)) {
      return { status: 'failed', error };
    }
    return { status: 'idle' };
  };

  const send = async (attempt: OrderAttempt): Promise<void> => {
    setPlacing({ status: 'sending' });
    try {
      const order = await sendOrder(attempt);
      onPlaced();
      await placed(order, !JSON.parse(attempt.body).buyNow);
    } catch (error) {
      const isOpen =
        !isNotSent(error) && (!(error instanceof ApiError) || isOutcomeUnknown(error.status));
      if (isOpen) return setPlacing({ status: 'unsettled', attempt });
      completeAttempt();
      setPlacing(refused(error));
    }
  };

  return { placing, send };
}

/** Whether the request was never sent, because there was no API token. */
const isNotSent = (error: unknown) => error instanceof ApiTokenError;
