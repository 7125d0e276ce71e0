import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { formatNumber } from '@/shared/format/kip';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { StaffProduct } from '../staff-product-types';
import { adjustStock, cacheProduct, currentProduct } from '../staff-products-api';
import { useRequestKey } from '../use-request-key';
import { useProductUndo } from './product-undo';
import { readAdjustment, type StockError, type StockInput } from './stock-adjustment';

type Refusal = { field: StockError['field'] | undefined; text: string };

/** Sends an adjustment of a product's stock, and shows why it was refused. */
export function useStockAdjustment(product: StaffProduct, name: string) {
  const client = useQueryClient();
  const t = useT();
  const { offer } = useProductUndo();
  const requestKey = useRequestKey();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isSaving, setSaving] = useState(false);

  /** Resolves with whether the adjustment was made. */
  const adjust = async (input: StockInput): Promise<boolean> => {
    if (isSaving) return false;
    const adjustment = readAdjustment(product, input);
    if ('field' in adjustment) {
      const held = formatNumber(product.held);
      setRefusal({ field: adjustment.field, text: t(adjustment.text, { held }) });
      return false;
    }
    setSaving(true);
    setRefusal(null);
    try {
      const { kind, quantity, reason } = adjustment;
      const key = requestKey.keyOf([product.pro_id, kind, quantity, reason]);
      const next = await adjustStock(product.pro_id, adjustment, key);
      requestKey.end();
      cacheProduct(client, next);
      const [newest] = next.ledger;
      const text = t('office.stock.saved', { name, count: formatNumber(next.on_hand ?? 0) });
      if (newest) offer(text, { changeId: newest.change_id, proId: product.pro_id });
      return true;
    } catch (error) {
      requestKey.end(error);
      const current = currentProduct(error);
      if (current) cacheProduct(client, current);
      const reason = error instanceof ApiError ? error.reason : undefined;
      setRefusal({
        field: current ? 'quantity' : undefined,
        text:
          reason === 'stock_changed'
            ? t('office.stock.changed', { count: formatNumber(current?.on_hand ?? 0) })
            : reason === 'stock_held'
              ? t('office.stock.held', { held: formatNumber(current?.held ?? product.held) })
              : reason === 'stock_not_counted'
                ? t('office.stock.notCounted')
                : `${t('office.actionFailed')}. ${errorText(t, error) ?? ''}`.trim(),
      });
      return false;
    } finally {
      setSaving(false);
    }
  };
  return { adjust, isSaving, refusal, clearRefusal: () => setRefusal(null) };
}
