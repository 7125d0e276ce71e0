import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import { useProductUndo } from '../products/product-undo';
import type { StaffProductDetail } from '../staff-product-types';
import { cacheProduct, currentProduct, patchProduct } from '../staff-products-api';
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
  const { offer } = useProductUndo(entered.accept);
  const [refused, setRefused] = useState<FormErrors>({});
  const [isSaving, setSaving] = useState(false);
  const { editor, edit, version, changed, accept } = entered;

  const save = async () => {
    const hasError = Object.keys(errorsOf(editor.form)).length > 0;
    if (isSaving || changed.length === 0) return;
    if (hasError) {
      toast.error(t('office.product.faulty'));
      return;
    }
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
        toast.error(t('office.product.saveFailed'), detail ? { detail } : {});
      }
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, refused, clearRefused: () => setRefused({}) };
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
