import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { randomKey } from '@/shared/api/random-key';
import { useDebouncedValue } from '@/shared/hooks/use-debounced-value';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { type Failure, showOrderFailure, startRequest } from '../failure-toast';
import { receiverText } from '../receiver-text';
import type { Consent, StaffOrder } from '../staff-order-types';
import { cacheStaffOrder, changedOrder, linesPreviewQuery, putLines } from '../staff-orders-api';
import {
  draftItems,
  isChanged,
  isLowered,
  type LinesEdits,
  type LinesRequest,
  NO_EDITS,
  type PriceChange,
  priceChanges,
  requestItems,
} from './lines-draft';

const DEBOUNCE_MS = 250;
const CONFLICTS: Record<string, MessageKey> = {
  stock_short: 'office.lines.stockShort',
  total_changed: 'office.lines.totalChanged',
  part_refunded: 'office.lines.partRefunded',
  payment_made: 'office.lines.paymentMade',
  action_not_possible: 'office.lines.notPossible',
  settlement_full: 'office.lines.notPossible',
};

const conflictOf = (error: unknown): MessageKey | undefined =>
  error instanceof ApiError ? CONFLICTS[error.reason ?? ''] : undefined;

type DeliveryRequest = NonNullable<LinesRequest['delivery']> &
  Pick<StaffOrder['delivery'], 'method'>;

/**
 * State of a dialog that changes items, or with `delivery` the delivery method: changes, their preview, and saving them.
 * The input stays after an error.
 */
export function useLines(
  order: StaffOrder,
  accept: (order: StaffOrder) => void,
  onSaved: () => void,
  delivery?: DeliveryRequest,
) {
  const t = useT();
  const client = useQueryClient();
  const [edits, setEdits] = useState<LinesEdits>(NO_EDITS);
  const [reason, setReason] = useState('');
  const [consent, setConsent] = useState<Consent>();
  const [isSaving, setSaving] = useState(false);
  const [notice, setNotice] = useState<MessageKey>();
  const [newPrices, setNewPrices] = useState<PriceChange[]>([]);
  const sent = useRef({ text: '', key: '' });

  const draft = draftItems(order, edits);
  const lines = requestItems(draft);
  const wanted = lines.map(({ pro_id, quantity }) => `${pro_id}:${quantity}`).join();
  const settled = useDebouncedValue(wanted, DEBOUNCE_MS);
  const query = useQuery(linesPreviewQuery(order, settled, delivery?.method));
  const isFresh = wanted !== '' && settled === wanted && query.isSuccess && !query.isFetching;
  const preview = wanted === '' ? undefined : query.data;
  const lineOf = (proId: number) => preview?.lines.find(({ pro_id }) => pro_id === proId);
  const availableOf = (proId: number) => lineOf(proId)?.available;
  // The price of an added product may have changed since it was found.
  const items = draft.map((item) => ({ ...item, price: lineOf(item.pro_id)?.price ?? item.price }));
  const isShort = items.some(
    ({ pro_id, quantity, before }) =>
      quantity > before && quantity > (availableOf(pro_id) ?? Number.POSITIVE_INFINITY),
  );

  const needsConsent = isLowered(items);

  const save = async () => {
    if (isSaving || !isFresh || !preview) return;
    setNewPrices([]);
    if (isShort) return void setNotice('office.lines.stockShort');
    setSaving(true);
    setNotice(undefined);
    const request: LinesRequest = {
      version: order.version,
      lines,
      expected_total: preview.totals.total,
      ...(reason.trim() && { reason: reason.trim() }),
      ...(consent && needsConsent && { consent }),
      ...(delivery && { delivery }),
    };
    // The same change keeps its idempotency key, so that a retry never changes the order twice.
    const text = JSON.stringify(request);
    if (sent.current.text !== text) sent.current = { text, key: randomKey() };
    const failureOf = startRequest();
    try {
      const next = await putLines(String(order.order_id), request, sent.current.key);
      accept(next);
      cacheStaffOrder(client, next);
      const saved = delivery ? 'office.method.saved' : 'office.lines.saved';
      // Another method has another receiver, which the clerk sees.
      toast.success(
        t(saved, { number: next.number }),
        delivery ? { detail: receiverText(t, next) } : undefined,
      );
      onSaved();
    } catch (error) {
      refuse(error, failureOf(error));
    } finally {
      setSaving(false);
    }
  };

  const refuse = (error: unknown, failure: Failure) => {
    const changed = changedOrder(error);
    const conflict = conflictOf(error);
    // After a final response the next attempt needs another key.
    if (changed || conflict) sent.current = { text: '', key: '' };
    if (changed) cacheStaffOrder(client, changed);
    else if (conflict) {
      setNotice(conflict);
      if (preview) setNewPrices(priceChanges(preview, (error as ApiError).details.lines));
      void query.refetch();
    } else {
      const title = t(delivery ? 'office.method.failed' : 'office.lines.failed');
      showOrderFailure(t, { client, orderId: String(order.order_id), failure, error, title });
    }
  };

  return {
    items,
    edit: (next: LinesEdits) => {
      setNotice(undefined);
      setEdits(next);
    },
    edits,
    reason,
    setReason,
    needsConsent,
    consent,
    setConsent,
    preview,
    isFresh,
    error: query.isError && wanted !== '' ? query.error : null,
    errorNotice: conflictOf(query.error),
    retry: () => void query.refetch(),
    availableOf,
    hasChanges: isChanged(items),
    isEmpty: lines.length === 0,
    isSaving,
    notice,
    priceChanges: newPrices,
    save,
  };
}
