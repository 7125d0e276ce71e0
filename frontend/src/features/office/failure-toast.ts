import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import type { Translate } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { renewStaffOrder } from './staff-orders-api';

/**
 * Meaning of a failed request for the data. `unsent`: the device was offline from its start to its end. `unknown`: the request
 * may have arrived, only its response did not. `refused`: the shop answered.
 */
export type Failure = 'unsent' | 'unknown' | 'refused';

/** Notes that a request starts. The returned function tells what its failure means. */
export function startRequest(): (error: unknown) => Failure {
  const wasOffline = !navigator.onLine;
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'offline') return 'refused';
    return wasOffline && !navigator.onLine ? 'unsent' : 'unknown';
  };
}

/** Second sentence of a failed change; undefined if there is no more to say. */
export const failureDetail = (t: Translate, failure: Failure, error: unknown) =>
  failure === 'unsent' ? t('office.notSent') : errorText(t, error);

type OrderFailure = {
  client: QueryClient;
  orderId: string;
  failure: Failure;
  error: unknown;
  /** First sentence, unless the outcome is unknown. */
  title: string;
  /** Second sentence, if the error has no other. */
  detail?: string | undefined;
};

/** Shows that a change of an order failed. An order whose change may have arrived is loaded again, once online. */
export function showOrderFailure(t: Translate, props: OrderFailure): void {
  const { client, orderId, failure, error, title } = props;
  if (failure === 'unknown') {
    toast.error(t('office.outcomeUnknown'), { detail: t('office.outcomeLookedUp') });
    renewStaffOrder(client, orderId);
    return;
  }
  const detail = failureDetail(t, failure, error) ?? props.detail;
  toast.error(title, detail ? { detail } : {});
}
