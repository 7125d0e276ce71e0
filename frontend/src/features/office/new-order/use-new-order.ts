import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Quote } from '@/domain/orders/order-types';
import { customerNumber } from '@/domain/session/customer-number';
import { ApiError } from '@/shared/api/client';
import { fieldErrorsOf } from '@/shared/forms/server-errors';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { type Failure, failureDetail, startRequest } from '../failure-toast';
import { cacheStaffOrder } from '../staff-orders-api';
import { placeStaffOrder, staffQuoteQuery } from './new-order-api';
import {
  attemptKey,
  clearStored,
  type DraftErrors,
  discountOf,
  draftErrors,
  EMPTY_DRAFT,
  type OrderDraft,
  orderBody,
  quoteBody,
  readDraft,
  refusedFields,
  type StaffOrderBody,
  writeDraft,
} from './order-draft';

const DEBOUNCE_MS = 250;
const CONFLICTS: Record<string, MessageKey> = {
  price_changed: 'office.new.priceChanged',
  total_changed: 'office.new.priceChanged',
  stock_short: 'office.new.stockShort',
  blocked: 'office.new.blocked',
  erasing: 'office.new.blocked',
};

/** Amounts of a quote that the order confirms. */
const confirmedBy = ({ lines, totals }: Quote): StaffOrderBody['confirmed'] => ({
  prices: lines.map(({ pro_id, price }) => ({ pro_id, price })),
  points_discount: totals.points_discount,
  delivery_fee: totals.delivery_fee,
  total: totals.total,
});

/** State of a new order: the draft of this tab, its quote, and placing it. */
export function useNewOrder() {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [owner] = useState(() => customerNumber());
  const [draft, setDraft] = useState<OrderDraft>(() => readDraft(owner));
  const [isChecked, setChecked] = useState(false);
  const [isPlacing, setPlacing] = useState(false);
  const [refused, setRefused] = useState<DraftErrors>({});
  const [notice, setNotice] = useState<MessageKey>();
  const isPlaced = useRef(false);

  useEffect(() => {
    if (!isPlaced.current) writeDraft(owner, draft);
  }, [owner, draft]);

  const body = quoteBody(draft);
  const wanted = body ? JSON.stringify(body) : '';
  const settled = useDebouncedValue(wanted, DEBOUNCE_MS);
  const query = useQuery(staffQuoteQuery(settled ? JSON.parse(settled) : undefined));
  const isFresh = wanted !== '' && settled === wanted && query.isSuccess && !query.isFetching;
  const quote = wanted === '' ? undefined : query.data;
  const isReduced = isFresh && quote !== undefined && quote.totals.discount < discountOf(draft);

  const change = (change: Partial<OrderDraft> | ((draft: OrderDraft) => OrderDraft)) => {
    setRefused({});
    setNotice(undefined);
    setDraft((draft) => (typeof change === 'function' ? change(draft) : { ...draft, ...change }));
  };
  const discard = () => {
    clearStored();
    setChecked(false);
    change(() => EMPTY_DRAFT);
  };

  const own: DraftErrors = draftErrors(draft);
  // Said while it is typed, before the price is agreed with the customer.
  const isAboveGoods: DraftErrors = isReduced ? { discount: 'office.new.discountTooLarge' } : {};
  const isAboveLimit =
    query.error instanceof ApiError && query.error.reason === 'grant_limit' && settled === wanted;
  const limited: DraftErrors = isAboveLimit
    ? { discount: 'office.new.discountManager' }
    : isAboveGoods;
  const errors: DraftErrors = isChecked
    ? { ...own, ...limited, ...refused }
    : { ...limited, ...refused };
  const isShort = quote?.lines.some(({ available, quantity }) => available < quantity) ?? false;

  /** Returns the first invalid field, or undefined once the order is sent. */
  const place = async (): Promise<keyof DraftErrors | undefined> => {
    setChecked(true);
    const wrong = Object.keys({ ...own, ...isAboveGoods })[0] as keyof DraftErrors | undefined;
    if (wrong) return wrong;
    if (isShort) return void setNotice('office.new.stockShort');
    if (!isFresh || !quote || isPlacing) return undefined;
    setPlacing(true);
    setNotice(undefined);
    const failureOf = startRequest();
    try {
      const request = { ...orderBody(draft), confirmed: confirmedBy(quote) };
      const order = await placeStaffOrder(request, attemptKey(owner, draft, request));
      isPlaced.current = true;
      clearStored();
      cacheStaffOrder(client, order);
      toast.success(t('office.new.placed', { number: order.number }));
      await navigate({
        to: '/staff/orders/$orderId',
        params: { orderId: String(order.order_id) },
        replace: true,
        ignoreBlocker: true,
      });
    } catch (error) {
      refuse(error, failureOf(error));
    } finally {
      setPlacing(false);
    }
    return undefined;
  };

  const refuse = (error: unknown, failure: Failure) => {
    const conflict = error instanceof ApiError ? CONFLICTS[error.reason ?? ''] : undefined;
    const serverErrors = fieldErrorsOf(error);
    if (conflict) {
      setNotice(conflict);
      void query.refetch();
    } else if (serverErrors.length > 0) {
      setRefused(refusedFields(serverErrors));
    } else if (failure === 'unknown') {
      toast.error(t('office.new.unknown'), { detail: t('office.new.unknownText') });
    } else {
      const detail = failureDetail(t, failure, error);
      toast.error(t('office.new.failed'), detail ? { detail } : {});
    }
  };

  return {
    draft,
    change,
    discard,
    quote,
    isFresh,
    quoteError: query.isError && wanted !== '' ? query.error : null,
    retryQuote: () => void query.refetch(),
    errors,
    notice,
    isShort,
    isPlacing,
    isDirty: draft.lines.length > 0 && !isPlacing,
    place,
  };
}
