import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '@/shared/api/client';
import { errorText } from '@/shared/i18n/error-text';
import { useT } from '@/shared/i18n/language-context';
import type { MessageKey } from '@/shared/i18n/load-messages';
import { toast } from '@/shared/ui/toast';
import {
  type ContentBody,
  type ContentKind,
  cacheContent,
  createContent,
  currentContent,
  promotionTypesQuery,
  saveContent,
} from './content-api';
import type { ContentErrors } from './content-form';
import { keyOf } from './content-kinds';
import { numberErrors } from './content-number';
import type { ContentForm } from './use-content-form';
import { useContentUndo } from './use-content-undo';

const ERROR_TEXTS: Record<string, MessageKey> = {
  required: 'office.product.required',
  too_long: 'office.product.tooLong',
  unknown: 'office.content.fault.unknown',
  not_empty: 'office.content.fault.notEmpty',
};

/**
 * Saves the changes. If another person has changed the item meanwhile, their version is shown and the user's changes
 * stay.
 */
export function useContentSave(kind: ContentKind, entered: ContentForm, slug?: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const t = useT();
  const { offer } = useContentUndo(entered.accept);
  const [errors, setErrors] = useState<ContentErrors>({});
  const [isSaving, setSaving] = useState(false);
  const [isCreated, setCreated] = useState(false);
  const { base, form, accept } = entered;

  const save = async (change: ContentBody = {}) => {
    if (isSaving) return;
    const sent = { ...form, ...change };
    // The field shows it as well, but may be hidden by the preview.
    const [wrongNumber] = numberErrors(kind, sent);
    if (wrongNumber) {
      toast.error(t('office.content.saveFailed'), { detail: t(wrongNumber) });
      return;
    }
    setSaving(true);
    setErrors({});
    try {
      const saved = await (base ? saveContent(base, sent) : createContent(kind, sent, slug));
      const { content, change_id: changeId } = saved;
      if (!content) return;
      if (base) accept(content, form);
      if (sent.new_type) void client.invalidateQueries({ queryKey: promotionTypesQuery.queryKey });
      cacheContent(client, content);
      if (!base) {
        setCreated(true);
        const contentKey = keyOf(kind, content.item_id);
        await navigate({
          to: '/staff/content/$contentKey',
          params: { contentKey },
          replace: true,
          ignoreBlocker: true,
        });
      }
      const text = t('office.content.saved');
      if (changeId && base) offer(text, { kind, itemId: content.item_id, changeId });
      else toast.success(text);
    } catch (error) {
      const current = currentContent(error);
      // The form merges the newer version and shows the differences.
      if (current && base) cacheContent(client, current);
      else {
        setErrors(refusedFields(error));
        const detail = errorText(t, error) ?? (error as ApiError).details?.message;
        toast.error(t('office.content.saveFailed'), detail ? { detail } : {});
      }
    } finally {
      setSaving(false);
    }
  };
  return { save, isSaving, isCreated, errors, clearErrors: () => setErrors({}) };
}

function refusedFields(error: unknown): ContentErrors {
  if (!(error instanceof ApiError)) return {};
  const serverErrors = (error.details.errors ?? []) as { field: string; reason?: string }[];
  const errors: ContentErrors = {};
  for (const { field, reason = '' } of serverErrors) {
    errors[field] = ERROR_TEXTS[reason] ?? 'office.product.invalid';
  }
  if (serverErrors.length === 0 && error.details.field) {
    errors[error.details.field] = 'office.product.invalid';
  }
  return errors;
}
