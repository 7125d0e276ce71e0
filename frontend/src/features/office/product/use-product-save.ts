import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { type PriceEffect, priceEffect } from '../products/price-effect';
import { useProductUndo } from '../products/product-undo';
import type { StaffProductDetail } from '../staff-product-types';
import { cacheProduct, currentProduct, patchProduct } from '../staff-products-api';
import { useFormAlert } from '../use-form-alert';
import { formFieldOf } from './field-texts';
import { errorsOf, type FormErrors } from './product-form';
import type { useProductForm } from './use-product-form';

const ERROR_TEXTS: Record<string, MessageKey> = {
  required: 'office.product.required',
  too_long: 'office.product.tooLong',
};

/**
 * Saves the changes. If another person has changed the product meanwhile, their version is shown and the user's changes
 * stay.
 */
export function useProductSave(
  product: StaffProductDetail,
  name: string,
  entered: ReturnType<typeof useProductForm>,
) {
  const client = useQueryClient();
  const t = useT();
  const { offer } = useProductUndo(entered.accept, product.pro_id);
  const [refused, setRefused] = useState<FormErrors>({});
  const [isSaving, setSaving] = useState(false);
  const [confirming, setConfirming] = useState<PriceEffect | undefined>(undefined);
  const { alert, clear } = useFormAlert();
  const { editor, edit, version, changed, accept } = entered;

  /** A price that frees the product, takes it off sale or falls deep is saved only once it is confirmed. */
  const save = async (isConfirmed = false) => {
    const hasError = Object.keys(errorsOf(editor.form)).length > 0;
    if (isSaving || changed.length === 0) return;
    clear();
    if (hasError) {
      alert(t('office.product.faulty'));
      return;
    }
    const effect = edit.price === undefined ? undefined : priceEffect(product.price, edit.price);
    setConfirming(isConfirmed ? undefined : effect);
    if (effect && !isConfirmed) return;
    setSaving(true);
    setRefused({});
    const sent = editor.form;
    try {
      const next = await patchProduct(product.pro_id, version, edit);
      accept(next, sent);
      cacheProduct(client, next);
      const [newest] = next.ledger;
      const text = t('office.product.saved', { name });
      if (newest && next.version > version) {
        offer(text, { changeId: newest.change_id, proId: product.pro_id });
      } else toast.success(text);
    } catch (error) {
      const current = currentProduct(error);
      // The form merges the newer version and shows the differences.
      if (current) cacheProduct(client, current);
      else {
        setRefused(refusedFields(error));
        const detail = errorText(t, error) ?? messageOf(error);
        alert(t('office.product.saveFailed'), detail ? { detail } : {});
      }
    } finally {
      setSaving(false);
    }
  };
  const question = {
    name,
    effect: confirming,
    before: product.price,
    after: edit.price ?? null,
    isVisible: edit.visible ?? product.visible,
    onCancel: () => setConfirming(undefined),
    onConfirm: () => void save(true),
  };
  const clearRefused = () => {
    clear();
    setRefused({});
  };
  return { save, isSaving, refused, clearRefused, question };
}

function refusedFields(error: unknown): FormErrors {
  if (!(error instanceof ApiError)) return {};
  const errors: FormErrors = {};
  const serverErrors = (error.details.errors ?? []) as { field: string; reason?: string }[];
  for (const { field, reason = '' } of serverErrors) {
    const known = formFieldOf(field);
    if (known) errors[known] = ERROR_TEXTS[reason] ?? 'office.product.invalid';
  }
  const alone = formFieldOf(error.field ?? '');
  if (alone && serverErrors.length === 0) errors[alone] = 'office.product.invalid';
  return errors;
}

const messageOf = (error: unknown) =>
  (error as { details?: { message?: string } } | undefined)?.details?.message;
